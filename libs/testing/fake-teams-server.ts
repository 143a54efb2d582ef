import { FakeHttpProvider, type ProviderReply, type ProviderRequest } from './fake-http-provider';

export interface TeamsRequest {
  path: string;
  contentType?: string;
  bytes: number;
  body: TeamsBody;
}

export interface TeamsBody {
  type?: string;
  attachments?: {
    contentType: string;
    content: { type: string; version: string; body: object[]; actions: { type: string; url: string }[] };
  }[];
}

// Below the limit for every way to post to Teams.
const MAX_BYTES = 21_000;

/** Power Automate with one workflow that posts to a channel. Responds with 202 and no body. */
export class FakeTeamsServer extends FakeHttpProvider<TeamsRequest> {
  readonly path =
    "/powerautomate/automations/direct/workflows/c3d4/triggers/manual/paths/invoke?api-version=1&sp=%2Ftriggers%2Fmanual%2Frun&sv=1.0&sig=e5F6-%5f~'x";
  readonly cards: object[] = [];

  reply = (request: TeamsRequest): ProviderReply => this.serve(request);

  get webhookUrl(): string {
    return this.origin + this.path;
  }

  serve({ path, contentType, bytes, body }: TeamsRequest): ProviderReply {
    if (path !== this.path) return { status: 401, body: { error: { code: 'AuthorizationFailed' } } };
    if (bytes > MAX_BYTES) return { status: 413, body: '' };
    const [attachment] = body.attachments ?? [];
    const isReadable =
      contentType?.startsWith('application/json') &&
      body.type === 'message' &&
      attachment?.contentType === 'application/vnd.microsoft.card.adaptive';
    if (!isReadable) return { status: 400, body: { error: { code: 'TriggerInputSchemaMismatch' } } };
    const { content } = attachment;
    if (
      content.type !== 'AdaptiveCard' ||
      Number(content.version) > 1.4 ||
      content.actions.some(({ type }) => type !== 'Action.OpenUrl')
    ) {
      return { status: 400, body: { error: { code: 'InvalidCard' } } };
    }
    this.cards.push(content);
    return { status: 202, body: '' };
  }

  protected override read({ target, headers, body }: ProviderRequest): Promise<TeamsRequest> {
    return Promise.resolve({
      path: target,
      contentType: headers['content-type'],
      bytes: body.length,
      body: JSON.parse(body.toString()) as TeamsBody,
    });
  }
}
