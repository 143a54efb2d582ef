import { randomUUID } from 'node:crypto';
import { Readable } from 'node:stream';

import { AssistantsRepository } from '@ringwell/database/accounts/assistants/assistants.repository';
import { ContactMessagesRepository } from '@ringwell/database/accounts/contact/contact-messages.repository';
import { InvitationsRepository } from '@ringwell/database/accounts/members/invitations.repository';
import { GuidelinesRepository } from '@ringwell/database/accounts/settings/guidelines.repository';
import { Session } from '@ringwell/database/accounts/sign-in/session.entity';
import { SessionsRepository } from '@ringwell/database/accounts/sign-in/sessions.repository';
import type { User } from '@ringwell/database/accounts/user.entity';
import { UsersRepository } from '@ringwell/database/accounts/users.repository';
import { AgentsRepository } from '@ringwell/database/calls/agents.repository';
import { CallChecksRepository } from '@ringwell/database/calls/call-checks.repository';
import type { Call } from '@ringwell/database/calls/call.entity';
import { SavedFiltersRepository } from '@ringwell/database/calls/saved-filters.repository';
import { SharedLinksRepository } from '@ringwell/database/calls/shared-links.repository';
import { Delivery } from '@ringwell/database/deliveries/delivery.entity';
import { ErasuresRepository } from '@ringwell/database/erasures/erasures.repository';
import { MEMBER_ROLES } from '@ringwell/domain/accounts/member-role';
import { hashPassword } from '@ringwell/platform/crypto/password';
import { SecretBox } from '@ringwell/platform/crypto/secret-box';
import { hashToken, generateLinkToken } from '@ringwell/platform/crypto/token-hash';
import { createUnsubscribeToken } from '@ringwell/platform/crypto/unsubscribe-token';
import { RecordingStorage } from '@ringwell/platform/storage/recording-storage';

import { makeWav } from './intake-client';
import type { TestAccount } from './make-account';
import { makeReadyExport } from './make-ready-export';
import type { OpenApi, Operation } from './open-api';
import { SessionClient, type ClientResponse } from './session-client';
import type { TestApi } from './start-api';
import type { TestDatabase } from './test-database';

export const ROLES = [
  'visitor',
  'demo',
  'user',
  'owner',
  'manager',
  'member',
  'viewer',
  'admin',
  'impersonator',
  'bearer',
] as const;
/**
 * `user` is the first owner of an account; `owner`, `manager`, `member` and `viewer` have joined it. `impersonator`
 * is an administrator viewing an active user's account, `bearer` a client with an active account's token.
 */
export type Role = (typeof ROLES)[number];

interface ExampleOptions {
  withQuery?: boolean;
  fromOtherAccount?: boolean;
  headers?: Record<string, string>;
  /** Replaces values in the example's JSON body. */
  fields?: Record<string, unknown>;
  /** Replaces values in the example's query. */
  query?: Record<string, string>;
}

// A one-pixel picture.
const PNG = Uint8Array.from(
  Buffer.from(
    'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
    'base64',
  ),
);
// Request body fields that contain the actor's password.
const PASSWORD_FIELDS = ['currentPassword', 'password'];

interface Actor {
  account: TestAccount;
  client: SessionClient;
  hasCustomFields: boolean;
}

// Reads and rejected requests don't change an actor.
function preservesActor({ method, path }: Operation, status: number): boolean {
  return path !== '/api/logout' && (method === 'GET' || (status >= 400 && status < 500));
}

/**
 * Sends each operation's documented example. Every request gets its own rows and an actor unchanged by earlier
 * requests, so that requests don't depend on each other.
 */
export class ExampleClient {
  /** Actors that no request has changed. */
  private readonly actors = new Map<Role, Actor>();

  constructor(
    private readonly api: TestApi,
    private readonly database: TestDatabase,
    private readonly openApi: OpenApi,
  ) {}

  /**
   * @param options.withQuery whether to send the query examples
   * @param options.fromOtherAccount whether the resource in the path belongs to another account
   */
  async send(
    operation: Operation,
    role: Role,
    { withQuery = true, fromOtherAccount = false, headers = {}, fields, query = {} }: ExampleOptions = {},
  ): Promise<ClientResponse<unknown>> {
    const body = this.buildBody(operation);
    const actor = await this.getActor(operation, role, body);
    const { account, client } = actor;
    const owner = fromOtherAccount ? await this.database.makeAccount() : account;
    const path = await this.buildPath(operation, owner, withQuery, query);
    const acceptsIdempotencyKey = operation.parameters?.some(({ name }) => name === 'Idempotency-Key') ?? false;
    const sentBody = fields ? { ...(body as Record<string, unknown>), ...fields } : body;
    const response = await client.send<unknown>(operation.method, path, sentBody, {
      ...(acceptsIdempotencyKey && { 'idempotency-key': randomUUID() }),
      ...(role === 'bearer' && { cookie: '', origin: '', authorization: `Bearer ${account.token}` }),
      ...(role === 'visitor' && { cookie: '' }),
      ...headers,
    });
    if (!actor.hasCustomFields && preservesActor(operation, response.status)) this.actors.set(role, actor);
    return response;
  }

  private buildBody({ requestBody }: Operation): Blob | FormData | Record<string, unknown> | undefined {
    const json = requestBody?.content['application/json']?.schema;
    if (json) return this.openApi.buildExample(json) as Record<string, unknown>;
    if (!requestBody) return undefined;
    if ('image/png' in requestBody.content) return new Blob([PNG], { type: 'image/png' });
    const form = new FormData();
    form.append('audio', new Blob(['not a recording'], { type: 'text/plain' }), 'notes.txt');
    return form;
  }

  // Doesn't reuse an actor with the example's email address or password for other requests.
  private async getActor({ path }: Operation, role: Role, body: unknown): Promise<Actor> {
    const { email, ...fields } = (body ?? {}) as Record<string, unknown>;
    if (typeof email === 'string') await this.database.query('delete from users where email = $1', [email]);
    const password = PASSWORD_FIELDS.map((name) => fields[name]).find((value) => typeof value === 'string');
    const userFields: Partial<User> = {
      ...(typeof email === 'string' && path.startsWith('/api/login') && { email }),
      ...(typeof password === 'string' && { passwordHash: await hashPassword(password) }),
    };
    const hasCustomFields = Object.keys(userFields).length > 0;
    const reusable = this.actors.get(role);
    if (reusable && !hasCustomFields) {
      this.actors.delete(role);
      return reusable;
    }
    const account = await this.makeAccountFor(role, userFields);
    return { account, client: await this.createClient(account, role), hasCustomFields };
  }

  private async makeAccountFor(role: Role, fields: Partial<User>): Promise<TestAccount> {
    const account = await this.database.makeAccount({
      user: { firstName: 'Dana', lastName: 'Reyes', role: role === 'admin' ? 'admin' : 'user', ...fields },
      account: { status: role === 'demo' ? 'demo' : 'active' },
    });
    const member = MEMBER_ROLES.find((memberRole) => memberRole === role);
    return member ? { ...account, user: await this.database.makeMember(account, member) } : account;
  }

  private async createClient({ user }: TestAccount, role: Role): Promise<SessionClient> {
    if (role === 'visitor' || role === 'bearer') return new SessionClient(this.api.url, '');
    if (role === 'impersonator') return this.createImpersonatorClient(user.id);
    return this.api.signIn(user);
  }

  private async createImpersonatorClient(userId: string): Promise<SessionClient> {
    const { user: admin } = await this.database.makeAccount({ user: { role: 'admin' } });
    const client = await this.api.signIn(admin);
    const { status } = await client.post(`/api/admin/impersonate/${userId}`);
    if (status >= 300) throw new Error(`The impersonation request returned ${status}.`);
    return client;
  }

  private async buildPath(
    { path, parameters = [] }: Operation,
    owner: TestAccount,
    withQuery: boolean,
    replacements: Record<string, string>,
  ): Promise<string> {
    const filledPath = await this.fillIds(path, owner);
    const sentParameters = parameters.filter(
      (parameter) => parameter.in === 'query' && (withQuery || parameter.required),
    );
    const query = new URLSearchParams(
      sentParameters.map(({ name, example, schema }): [string, string] => [
        name,
        replacements[name] ?? String(example ?? schema?.example),
      ]),
    );
    return query.size > 0 ? `${filledPath}?${query.toString()}` : filledPath;
  }

  private async fillIds(path: string, owner: TestAccount): Promise<string> {
    if (path === '/api/guideline/restore') await this.saveGuideline(owner);
    if (path.startsWith('/api/my/eras')) return this.fillErasure(path, owner);
    if (path.startsWith('/api/my/exports/')) return path.replace('{id}', await this.makeExport(owner));
    if (path.endsWith('/restore') && path.startsWith('/api/calls/'))
      return path.replace('{id}', await this.makeDeletedCall(owner));
    if (path.includes('{shareId}') || path.startsWith('/api/shared/')) return this.fillSharedLink(path, owner);
    const [placeholder] = /\{\w+\}/.exec(path) ?? [];
    if (!placeholder) return path;
    const fill = (value: string): string => path.replace(placeholder, value);
    if (path.startsWith('/api/deliveries/')) return fill((await this.makeDelivery(await this.makeCall(owner))).id);
    if (path.startsWith('/api/unsubscribe/')) {
      return fill(
        createUnsubscribeToken(
          { accountId: owner.account.id, address: 'dana@reyes-hvac.example' },
          this.api.app.get(SecretBox, { strict: false }),
        ),
      );
    }
    if (path.startsWith('/api/demo/')) return fill((await this.makeCall(owner, { source: 'demo' })).id);
    if (path.includes('/follow-ups/'))
      return fill((await this.database.makeFollowUp(owner.account.id, { phone: null })).id);
    if (path.startsWith('/api/checks/')) return fill(await this.makeDrawnCall(owner));
    if (path.includes('/customers/')) return fill(await this.makeCustomer(owner));
    if (path.includes('/calls/')) return fill((await this.makeCall(owner)).id);
    if (path.includes('/assistants/')) return fill(await this.makeAssistant(owner));
    if (path.includes('/my/sessions/')) return fill(await this.makeSession(owner));
    if (path.includes('/my/saved-filters/')) return fill(await this.makeSavedFilter(owner));
    if (path.includes('/n8n/profile/')) return fill(owner.user.id);
    if (path.includes('/my/accounts/')) return fill(owner.account.id);
    if (path.includes('/my/members/')) return fill((await this.database.makeMember(owner, 'viewer')).id);
    if (path.includes('/my/agents/')) return fill(await this.makeAgent(owner));
    if (path.includes('/my/invitations/')) return fill(await this.makeInvitation(owner));
    if (path === '/api/users/{id}/picture') return fill(await this.makePicture(owner));
    if (placeholder === '{channel}') return fill('slack');
    if (path.includes('/contact-messages/')) return fill(await this.makeContactMessage());
    const otherAccount = await this.database.makeAccount({ user: { firstName: 'Sam', lastName: 'Ortiz' } });
    return fill(placeholder === '{tokenId}' ? otherAccount.tokenId : otherAccount.user.id);
  }

  private async fillErasure(path: string, owner: TestAccount): Promise<string> {
    await this.makeCustomer(owner);
    if (!path.includes('{id}')) return path;
    await this.makeDeletedCall(owner);
    const [receipt] = await new ErasuresRepository(this.database.manager).list(owner.account.id, 1);
    return path.replace('{id}', String(receipt?.id));
  }

  private async makeAssistant({ account, user }: TestAccount): Promise<string> {
    const { id } = await new AssistantsRepository(this.database.manager).create({
      accountId: account.id,
      userId: user.id,
      clientId: 'https://claude.ai/client.json',
      name: 'Claude',
      host: 'claude.ai',
      isReadOnly: true,
    });
    return id;
  }

  private async makeExport({ account, user }: TestAccount): Promise<string> {
    const { id, storageKey } = await makeReadyExport(this.database.dataSource, account.id, { requestedBy: user.id });
    await this.api.app.get(RecordingStorage, { strict: false }).put(storageKey, Readable.from([Buffer.from('PK')]));
    return id;
  }

  private async makeDeletedCall(owner: TestAccount): Promise<string> {
    const { id } = await this.makeCall(owner);
    await this.database.dataSource.transaction((manager) =>
      new ErasuresRepository(manager).deleteCall(owner.account.id, id, owner.user.id),
    );
    return id;
  }

  private async saveGuideline({ account }: TestAccount): Promise<void> {
    const guideline = { text: 'Be brief.', rules: [], savedBy: null, restoredVersion: null };
    await new GuidelinesRepository(this.database.manager).save(account.id, 0, guideline);
  }

  private async fillSharedLink(path: string, owner: TestAccount): Promise<string> {
    const { id: callId, accountId } = await this.makeCall(owner);
    const token = generateLinkToken();
    const link = await new SharedLinksRepository(this.database.manager).create({
      accountId,
      callId,
      createdBy: owner.user.id,
      tokenHash: hashToken(token),
      scope: 'whole',
      days: 7,
      clipStartMs: null,
      clipEndMs: null,
    });
    return path.replace('{id}', callId).replace('{shareId}', link.id).replace('{token}', token);
  }

  private async makeDrawnCall(owner: TestAccount): Promise<string> {
    const { id } = await this.makeCall(owner);
    await new CallChecksRepository(this.database.manager).draw(owner.account.id, owner.user.id, 1);
    return id;
  }

  private async makeSession({ user }: TestAccount): Promise<string> {
    const sid = randomUUID();
    await new SessionsRepository(this.database.manager).create(user.id, sid, { signedInWith: 'password' });
    const { id } = await this.database.manager.findOneByOrFail(Session, { sid });
    return id;
  }

  private async makePicture({ user: { id } }: TestAccount): Promise<string> {
    await new UsersRepository(this.database.manager).update(id, { picture: Buffer.from(PNG) });
    return id;
  }

  private async makeSavedFilter({ user }: TestAccount): Promise<string> {
    const filter = { name: randomUUID(), filters: { sentiment: 'negative' } };
    const saved = await new SavedFiltersRepository(this.database.manager).create(user.id, filter, 1_000);
    if (typeof saved === 'string') throw new Error(`The filter was not saved: ${saved}.`);
    return saved.id;
  }

  private makeContactMessage(): Promise<string> {
    return new ContactMessagesRepository(this.database.manager).create({
      name: 'Dana Reyes',
      email: 'dana@reyes-hvac.example',
      phone: null,
      company: null,
      message: 'What would that cost?',
      ipAddress: null,
      userAgent: null,
    });
  }

  private async makeInvitation({ account }: TestAccount): Promise<string> {
    const { id } = await new InvitationsRepository(this.database.manager).put({
      accountId: account.id,
      email: 'paul@reyes-hvac.example',
      role: 'member',
      tokenHash: hashToken(generateLinkToken()),
      provesEmail: true,
      invitedBy: null,
    });
    return id;
  }

  private makeAgent({ account }: TestAccount): Promise<string> {
    return new AgentsRepository(this.database.manager).findOrCreate(account.id, 'Paul');
  }

  // Adds a second number for the split example, and another customer for the merge example.
  private async makeCustomer({ account }: TestAccount): Promise<string> {
    const { customerId } = await this.database.makeFollowUp(account.id);
    await this.database.query(
      `insert into customer_keys (account_id, key, customer_id) values ($1, 'tel:+15551234568', $2)
       on conflict do nothing`,
      [account.id, customerId],
    );
    await this.database.query(
      `insert into customers (account_id, id) values ($1, 'c7a1f0de-51b0-4a52-9b1c-9f1d3e5b7a20')
       on conflict do nothing`,
      [account.id],
    );
    return String(customerId);
  }

  private async makeCall({ account }: TestAccount, overrides: Partial<Call> = {}): Promise<Call> {
    const recordingKey = `recordings/${account.id}/${randomUUID()}`;
    const call = await this.database.makeCompletedCall(account.id, {
      call: {
        recordingKey,
        recordingType: 'audio/wav',
        customerName: 'Dana Reyes',
        direction: 'inbound',
        fromNumber: '+15551234567',
        ...overrides,
      },
      analysis: { followUp: { needed: true, what: 'Send Dana Reyes the invoice' } },
    });
    await this.makeDelivery(call);
    await this.api.app.get(RecordingStorage, { strict: false }).put(recordingKey, Readable.from([makeWav(2_000)]));
    return call;
  }

  private makeDelivery({
    id: callId,
    accountId,
    runNumber,
  }: Pick<Call, 'id' | 'accountId' | 'runNumber'>): Promise<Delivery> {
    return this.database.makeDelivery(accountId, {
      callId,
      runNumber,
      channel: 'callback',
      destination: 'hooks.example.com',
      state: 'failed',
      attempts: 1,
      errorCode: 'REFUSED',
      errorMessage: 'The address returned 410.',
    });
  }
}
