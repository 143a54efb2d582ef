import type { ProviderReply, ProviderRequest } from './fake-http-provider';

const PATH = /^\/v1\/models\/([^/]+)$/;

/** OpenAI's `GET /v1/models/{model}`. Has no models by default, like a server without that route. */
export class FakeModelList {
  /** `shutdown_date` by model. Replace `buildReply` to make the vendor fail. */
  readonly shutdownDates = new Map<string, string | null>();
  readonly requests: { model: string; authorization?: string }[] = [];

  buildReply = (model: string): ProviderReply => {
    const date = this.shutdownDates.get(model);
    return date === undefined
      ? { status: 404, body: { error: { message: `The model '${model}' does not exist`, code: 'model_not_found' } } }
      : { body: { id: model, object: 'model', created: 1_686_935_002, owned_by: 'openai', shutdown_date: date } };
  };

  /** Returns undefined for other requests. */
  reply({ method, url, headers }: ProviderRequest): ProviderReply | undefined {
    const [, model] = PATH.exec(url.pathname) ?? [];
    if (method !== 'GET' || model === undefined) return undefined;
    this.requests.push({ model: decodeURIComponent(model), authorization: headers.authorization });
    return this.buildReply(decodeURIComponent(model));
  }
}
