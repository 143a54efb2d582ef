import { FakeHttpProvider, type ProviderReply, type ProviderRequest } from './fake-http-provider';

export interface SlackRequest {
  method: string;
  token?: string;
  fields: Record<string, string>;
}

export interface FakeSlackChannel {
  id: string;
  name: string;
  isMember?: boolean;
  isPrivate?: boolean;
  isArchived?: boolean;
}

interface FakeBlock {
  type: string;
  text?: { type: string; text: string };
  fields?: { type: string; text: string }[];
  elements?: object[];
}

// Slack's limits: https://docs.slack.dev/reference/block-kit/blocks
const MAX_BLOCKS = 50;
const MAX_HEADER_LENGTH = 150;
const MAX_FIELDS = 10;
const MAX_FIELD_LENGTH = 2_000;
const MAX_SECTION_LENGTH = 3_000;
const MAX_BLOCKS_LENGTH = 13_200;
const MAX_TEXT_LENGTH = 40_000;

/**
 * The part of Slack's Web API that the product uses, in its wire format: forms in, JSON out, errors with status 200.
 */
export class FakeSlackServer extends FakeHttpProvider<SlackRequest> {
  readonly token = 'xoxb-1234567890-FakeSlackServer';
  readonly channels: FakeSlackChannel[] = [{ id: 'C0000000001', name: 'calls', isMember: true }];
  readonly postedMessages: Record<string, string>[] = [];
  readonly updatedMessages: Record<string, string>[] = [];

  reply = (request: SlackRequest): ProviderReply => this.serve(request);

  static errorReply(error: string, extraFields: object = {}): ProviderReply {
    return { body: { ok: false, error, ...extraFields } };
  }

  get apiUrl(): string {
    return `${this.origin}/api/`;
  }

  serve({ method, token, fields }: SlackRequest): ProviderReply {
    if (token === undefined) return FakeSlackServer.errorReply('not_authed');
    if (token !== this.token) return FakeSlackServer.errorReply('invalid_auth');
    if (method === 'auth.test')
      return { body: { ok: true, url: 'https://cedarcreek.slack.test/', team: 'Cedar Creek', user: 'ringwell' } };
    const channel = this.channels.find(({ id, name }) => fields['channel'] === id || fields['channel'] === `#${name}`);
    if (!channel) return FakeSlackServer.errorReply('channel_not_found');
    if (method === 'conversations.join') return this.join(channel, fields);
    if (method === 'chat.update') return this.update(channel, fields);
    return method === 'chat.postMessage' ? this.post(channel, fields) : FakeSlackServer.errorReply('unknown_method');
  }

  protected override read({ url, headers, body }: ProviderRequest): Promise<SlackRequest> {
    if (!headers['content-type']?.startsWith('application/x-www-form-urlencoded'))
      throw new Error('Slack expects a form.');
    const [, token] = /^Bearer (\S+)$/.exec(headers.authorization ?? '') ?? [];
    return Promise.resolve({
      method: url.pathname.replace('/api/', ''),
      token,
      fields: Object.fromEntries(new URLSearchParams(body.toString())),
    });
  }

  private join(channel: FakeSlackChannel, fields: Record<string, string>): ProviderReply {
    if (fields['channel'] !== channel.id) return FakeSlackServer.errorReply('channel_not_found');
    if (channel.isPrivate) return FakeSlackServer.errorReply('method_not_supported_for_channel_type');
    channel.isMember = true;
    return { body: { ok: true, channel: { id: channel.id, name: channel.name } } };
  }

  private post(channel: FakeSlackChannel, fields: Record<string, string>): ProviderReply {
    if (channel.isArchived) return FakeSlackServer.errorReply('is_archived');
    if (!channel.isMember) return FakeSlackServer.errorReply('not_in_channel');
    const error = findMessageError(fields);
    if (error) return FakeSlackServer.errorReply(error);
    this.postedMessages.push(fields);
    return {
      body: {
        ok: true,
        channel: channel.id,
        ts: createTimestamp(this.postedMessages.length),
        message: { type: 'message' },
      },
    };
  }

  private update(channel: FakeSlackChannel, fields: Record<string, string>): ProviderReply {
    const { ts } = fields;
    if (!this.postedMessages.some((_, index) => createTimestamp(index + 1) === ts))
      return FakeSlackServer.errorReply('message_not_found');
    const error = findMessageError(fields);
    if (error) return FakeSlackServer.errorReply(error);
    this.updatedMessages.push(fields);
    return { body: { ok: true, channel: channel.id, ts, text: fields['text'] } };
  }
}

// Slack identifies a message by its timestamp; here, the number of earlier messages makes it unique.
function createTimestamp(count: number): string {
  return `1774966320.${String(count).padStart(6, '0')}`;
}

function findMessageError({ text = '', blocks: json = '[]' }: Record<string, string>): string | undefined {
  const blocks = JSON.parse(json) as FakeBlock[];
  if (text === '' && blocks.length === 0) return 'no_text';
  if (text.length > MAX_TEXT_LENGTH) return 'msg_too_long';
  if (blocks.length > MAX_BLOCKS || !blocks.every(isValidBlock)) return 'invalid_blocks';
  return collectTexts(blocks).join('').length > MAX_BLOCKS_LENGTH ? 'msg_blocks_too_long' : undefined;
}

function isValidBlock({ type, text, fields = [], elements = [] }: FakeBlock): boolean {
  const hasValidLength = (part: { text: string }, maxLength: number): boolean =>
    part.text.length > 0 && part.text.length <= maxLength;
  switch (type) {
    case 'header':
      return text?.type === 'plain_text' && hasValidLength(text, MAX_HEADER_LENGTH);
    case 'section':
      return (
        (text === undefined ? fields.length > 0 : hasValidLength(text, MAX_SECTION_LENGTH)) &&
        fields.length <= MAX_FIELDS &&
        fields.every((field) => hasValidLength(field, MAX_FIELD_LENGTH))
      );
    case 'context':
      return elements.length > 0 && elements.length <= MAX_FIELDS;
    case 'rich_text':
      return elements.length > 0 && collectTexts(elements).every((content) => content.length > 0);
    default:
      return false;
  }
}

function collectTexts(value: unknown): string[] {
  if (Array.isArray(value)) return value.flatMap(collectTexts);
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([name, part]) =>
    name === 'text' && typeof part === 'string' ? [part] : collectTexts(part),
  );
}
