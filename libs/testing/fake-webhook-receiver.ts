import type { IncomingHttpHeaders } from 'node:http';

import { FakeHttpProvider, type ProviderReply, type ProviderRequest } from './fake-http-provider';

export interface ReceivedWebhook {
  /** Path and query as they came. */
  path: string;
  headers: IncomingHttpHeaders;
  raw: string;
}

/** Somebody's own system, such as n8n, that is told of calls. */
export class FakeWebhookReceiver extends FakeHttpProvider<ReceivedWebhook> {
  reply: (webhook: ReceivedWebhook) => ProviderReply = () => ({ body: 'ok' });

  protected override read({ url, headers, body }: ProviderRequest): Promise<ReceivedWebhook> {
    return Promise.resolve({ path: url.pathname + url.search, headers, raw: body.toString() });
  }
}
