import { FakeHttpProvider, type ProviderReply, type ProviderRequest } from './fake-http-provider';
import { FakeModelList } from './fake-model-list';

export interface ChatRequest {
  path: string;
  authorization?: string;
  model: string;
  messages: { role: string; content: string }[];
  /** `json_schema`, `json_object` or nothing. */
  responseFormat?: string;
  reasoningEffort?: string;
  /** All parameter names. */
  parameters: string[];
}

/** A server for `/v1/chat/completions`. Responds with an empty object by default. */
export class FakeChatServer extends FakeHttpProvider<ChatRequest> {
  reply = (_request: ChatRequest): ProviderReply => FakeChatServer.chatReply('{}');
  readonly models = new FakeModelList();

  static chatReply(content: string | object, finishReason = 'stop'): ProviderReply {
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

  protected override replyUnrecorded(request: ProviderRequest): ProviderReply | undefined {
    return this.models.reply(request);
  }

  protected async read({ url, headers, body }: ProviderRequest): Promise<ChatRequest> {
    const payload = JSON.parse(body.toString()) as {
      model: string;
      messages: ChatRequest['messages'];
      response_format?: { type: string };
      reasoning_effort?: string;
    };
    return {
      path: url.pathname,
      authorization: headers.authorization,
      model: payload.model,
      messages: payload.messages,
      responseFormat: payload.response_format?.type,
      reasoningEffort: payload.reasoning_effort,
      parameters: Object.keys(payload),
    };
  }
}
