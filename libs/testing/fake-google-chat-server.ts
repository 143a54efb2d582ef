import { FakeHttpProvider, type ProviderReply, type ProviderRequest } from './fake-http-provider';

export interface GoogleChatRequest {
  path: string;
  query: URLSearchParams;
  contentType?: string;
  bytes: number;
  body: GoogleChatMessage;
}

export interface GoogleChatMessage {
  text?: string;
  fallbackText?: string;
  thread?: { threadKey?: string };
  cardsV2?: {
    cardId: string;
    card: { header: { title: string; subtitle: string }; sections: { header?: string; widgets: object[] }[] };
  }[];
}

const MESSAGE_FIELDS = new Set(['text', 'fallbackText', 'thread', 'cardsV2']);
const QUERY_FIELDS = new Set(['key', 'token', 'messageReplyOption', 'threadKey', 'requestId', 'messageId']);
const WIDGETS = new Set(['decoratedText', 'textParagraph', 'buttonList']);
const MAX_BYTES = 32_000;
const MAX_WIDGETS = 100;

/**
 * Google Chat with one space and one webhook.
 * https://developers.google.com/workspace/chat/api/reference/rest/v1/spaces.messages/create
 */
export class FakeGoogleChatServer extends FakeHttpProvider<GoogleChatRequest> {
  readonly webhookPath = '/v1/spaces/AAAA1234/messages?key=AIza-key&token=fake%2Dtoken%3D';
  readonly messages: GoogleChatMessage[] = [];

  reply = (request: GoogleChatRequest): ProviderReply => this.serve(request);

  static errorReply(status: number, statusName: string): ProviderReply {
    return { status, body: { error: { code: status, message: `${statusName}.`, status: statusName } } };
  }

  get webhookUrl(): string {
    return this.origin + this.webhookPath;
  }

  serve({ path, query, contentType, bytes, body }: GoogleChatRequest): ProviderReply {
    if (!path.startsWith('/v1/spaces/AAAA1234/messages?')) return FakeGoogleChatServer.errorReply(404, 'NOT_FOUND');
    if (query.get('key') !== 'AIza-key' || query.get('token') !== 'fake-token=')
      return FakeGoogleChatServer.errorReply(403, 'PERMISSION_DENIED');
    const widgets = (body.cardsV2 ?? []).flatMap(({ card }) => card.sections.flatMap((section) => section.widgets));
    const isValid =
      contentType === 'application/json; charset=UTF-8' &&
      bytes <= MAX_BYTES &&
      widgets.length <= MAX_WIDGETS &&
      Object.keys(body).every((field) => MESSAGE_FIELDS.has(field)) &&
      [...query.keys()].every((field) => QUERY_FIELDS.has(field)) &&
      widgets.every(
        (widget) => Object.keys(widget).length === 1 && Object.keys(widget).every((kind) => WIDGETS.has(kind)),
      );
    if (!isValid) return FakeGoogleChatServer.errorReply(400, 'INVALID_ARGUMENT');
    this.messages.push(body);
    return {
      body: {
        name: `spaces/AAAA1234/messages/m${this.messages.length}.m${this.messages.length}`,
        thread: { name: 'spaces/AAAA1234/threads/t1' },
      },
    };
  }

  protected override read({ url, target, headers, body }: ProviderRequest): Promise<GoogleChatRequest> {
    return Promise.resolve({
      path: target,
      query: url.searchParams,
      contentType: headers['content-type'],
      bytes: body.length,
      body: JSON.parse(body.toString()) as GoogleChatMessage,
    });
  }
}
