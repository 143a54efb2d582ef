import { FakeStripeServer } from './fake-stripe-server';

export function useStripe(): FakeStripeServer {
  const stripe = new FakeStripeServer();
  beforeAll(() => stripe.start());
  beforeEach(() => {
    stripe.requests.length = 0;
    stripe.reply = stripe.defaultReply;
  });
  afterAll(() => stripe.stop());
  return stripe;
}
