import type { Call } from '@ringwell/database/calls/call.entity';
import { SEALED_FIELDS } from '@ringwell/database/sealed-fields';
import type { WorkerConfig } from '@ringwell/platform/config/environment-settings';
import { SecretBox } from '@ringwell/platform/crypto/secret-box';
import { SafeHttp } from '@ringwell/platform/outbound/safe-http';
import { FakeWebhookReceiver } from '@ringwell/testing/fake-webhook-receiver';
import { makeDeliveryMessage } from '@ringwell/testing/make-delivery-message';
import { TEST_KEY } from '@ringwell/testing/test-keys';

import { MessageSuppressed } from '../../delivery-channel';
import { SignedWebhookClient } from '../../signed-webhook.client';
import { sendOptions } from '../../testing/describe-channel-contract';
import { CallbackChannel } from './callback.channel';

const CONFIG = { PRODUCT_NAME: 'Ringwell', PUBLIC_URL: 'https://calls.example.com', PORT: 3000 } as WorkerConfig;

describe('CallbackChannel', () => {
  const receiver = new FakeWebhookReceiver();
  const box = new SecretBox(TEST_KEY);
  let http: SafeHttp;
  let channel: CallbackChannel;

  beforeAll(async () => {
    await receiver.start();
    http = new SafeHttp({ allow: [new URL(receiver.origin).host] });
    channel = new CallbackChannel(new SignedWebhookClient(http, box), box, CONFIG);
  });
  afterAll(async () => {
    await http.close();
    await receiver.stop();
  });

  it.each<[string, Partial<Call>]>([
    ['removed', { sealedCallbackUrl: null, callbackHash: null }],
    ['replaced', { callbackHash: 'another' }],
  ])("sends the result to the call's address until the address is %s", async (_change, change) => {
    receiver.requests.length = 0;
    const message = makeDeliveryMessage('callback', { call: { callbackHash: '' } });
    const { call } = message;
    call.sealedCallbackUrl = box.seal(`${receiver.origin}/hook`, SEALED_FIELDS.callCallbackUrl(call.id));
    await channel.send(message, sendOptions());
    expect(receiver.requests).toHaveLength(1);
    Object.assign(call, change);
    await expect(channel.send(message, sendOptions())).rejects.toThrow(
      new MessageSuppressed({
        code: 'CALLBACK_REMOVED',
        message: "This call's callback address was removed or replaced. Read the result in the app or through the API.",
      }),
    );
    expect(receiver.requests).toHaveLength(1);
  });
});
