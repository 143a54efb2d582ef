import type { AccountSettings } from '@ringwell/database/accounts/settings/account-settings.entity';
import type { WorkerConfig } from '@ringwell/platform/config/environment-settings';
import { SecretBox } from '@ringwell/platform/crypto/secret-box';
import { SafeHttp } from '@ringwell/platform/outbound/safe-http';
import { WebhookRules } from '@ringwell/platform/outbound/webhook-rules';
import type { FakeHttpProvider } from '@ringwell/testing/fake-http-provider';
import {
  makeDeliveryMessage,
  type DeliveryMessageParts,
  type TestDeliveryMessage,
} from '@ringwell/testing/make-delivery-message';
import { sealSecrets } from '@ringwell/testing/seal-secrets';
import { TEST_KEY } from '@ringwell/testing/test-keys';

import { ChatWebhookClient } from '../chat-webhook.client';
import type { WebhookChatChannel } from '../webhook-chat.channel';

const CONFIG = { PRODUCT_NAME: 'Ringwell', PUBLIC_URL: 'https://calls.example.com', PORT: 3000 } as WorkerConfig;
const UNREACHABLE_HOST = '127.0.0.1:9';

type FakeChat = Pick<FakeHttpProvider<never>, 'start' | 'stop' | 'origin'> & { webhookUrl: string };

interface WebhookChat<Fake, Channel> {
  fake: Fake;
  channel: Channel;
  createChannel: (allow?: string[], idleTimeoutMs?: number) => Channel;
  makeMessage: (parts?: DeliveryMessageParts, url?: string) => TestDeliveryMessage;
  /** @param path of a valid URL */
  createUnreachable: (path: string) => { channel: Channel; message: TestDeliveryMessage };
}

/** Runs a fake chat for each test, with a channel that may post to it. */
export function useWebhookChat<Fake extends FakeChat, Channel extends WebhookChatChannel>(
  createFake: () => Fake,
  Channel: new (...parameters: ConstructorParameters<typeof WebhookChatChannel>) => Channel,
  secret: 'teamsWebhookUrl' | 'googleChatWebhookUrl',
): WebhookChat<Fake, Channel> {
  const clients: SafeHttp[] = [];
  const suite = {
    createChannel: (allow = [new URL(suite.fake.origin).host], idleTimeoutMs) => {
      const http = new SafeHttp({ allow, idleTimeoutMs });
      clients.push(http);
      const rules = new WebhookRules({ allow, teamsHosts: ['api.powerplatform.com'] });
      return new Channel(new ChatWebhookClient(http, rules), new SecretBox(TEST_KEY), CONFIG);
    },
    makeMessage: (parts = {}, url = suite.fake.webhookUrl) => {
      const message = makeDeliveryMessage(suite.channel.name, parts);
      const { settings }: { settings: AccountSettings } = message;
      Object.assign(settings, sealSecrets(settings.accountId, { [secret]: url }));
      return message;
    },
    createUnreachable: (path) => ({
      channel: suite.createChannel([UNREACHABLE_HOST]),
      message: suite.makeMessage({}, `http://${UNREACHABLE_HOST}${path}`),
    }),
  } as WebhookChat<Fake, Channel>;
  beforeEach(async () => {
    suite.fake = createFake();
    await suite.fake.start();
    suite.channel = suite.createChannel();
  });
  afterEach(async () => {
    await Promise.all(clients.splice(0).map((http) => http.close()));
    await suite.fake.stop();
  });
  return suite;
}
