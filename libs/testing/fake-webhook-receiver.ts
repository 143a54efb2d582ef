import type { IncomingHttpHeaders } from 'node:http';

import { FakeHttpProvider, type ProviderReply, type ProviderRequest } from './fake-http-provider';

export interface ReceivedWebhook {
  path: string;
  headers: IncomingHttpHeaders;
  raw: string;
}

export class FakeWebhookReceiver extends FakeHttpProvider<ReceivedWebhook> {
  reply: (webhook: ReceivedWebhook) => ProviderReply = () => ({ body: 'ok' });

  protected override read({ url, headers, body }: ProviderRequest): Promise<ReceivedWebhook> {
    return Promise.resolve({ path: url.pathname + url.search, headers, raw: body.toString() });
  }
}
