import { FakeStripeServer } from './fake-stripe-server';

/** Runs a fake Stripe during the surrounding suite. Each test begins without requests and with the usual responses. */
export function useStripe(): FakeStripeServer {
  const stripe = new FakeStripeServer();
  beforeAll(() => stripe.start());
  beforeEach(() => {
    stripe.requests.length = 0;
    stripe.reply = stripe.usualReply;
  });
  afterAll(() => stripe.stop());
  return stripe;
}
