import { FakeHttpProvider, type ProviderReply, type ProviderRequest } from './fake-http-provider';

export interface ChatRequest {
  path: string;
  authorization?: string;
  model: string;
  messages: { role: string; content: string }[];
  /** `json_schema`, `json_object` or nothing. */
  responseFormat?: string;
}

/** A server for `/v1/chat/completions`. Responds with an empty object by default. */
export class FakeChatServer extends FakeHttpProvider<ChatRequest> {
  reply = (_request: ChatRequest): ProviderReply => FakeChatServer.saying('{}');

  static saying(content: string | object, finishReason = 'stop'): ProviderReply {
    const message = {
      role: 'assistant',
      content: typeof content === 'string' ? content : JSON.stringify(content),
      refusal: null,
    };
    return {
      body: {
        id: 'fake',
        object: 'chat.completion',
        created: 0,
        model: 'fake',
        choices: [{ index: 0, message, finish_reason: finishReason }],
      },
    };
  }

  get baseUrl(): string {
    return `${this.origin}/v1`;
  }

  protected async read({ url, headers, body }: ProviderRequest): Promise<ChatRequest> {
    const {
      model,
      messages,
      response_format: format,
    } = JSON.parse(body.toString()) as {
      model: string;
      messages: ChatRequest['messages'];
      response_format?: { type: string };
    };
    return { path: url.pathname, authorization: headers.authorization, model, messages, responseFormat: format?.type };
  }
}
