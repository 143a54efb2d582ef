import { randomUUID } from 'node:crypto';

import type { MemberRole } from '@ringwell/domain/accounts/member-role';
import { hashToken } from '@ringwell/platform/crypto/token-hash';

import { SqlRepository } from '../../postgres/sql';
import type { AccountStatus } from '../account.entity';
import type { Assistant } from './assistant.entity';

export interface AssistantAccess {
  id: string;
  accountId: string;
  userId: string;
  memberRole: MemberRole;
  status: AccountStatus;
  isReadOnly: boolean;
  isLastUseStale: boolean;
}

export interface ListedAssistant extends Pick<
  Assistant,
  'id' | 'name' | 'host' | 'isReadOnly' | 'createdAt' | 'lastUsedAt'
> {
  /** The member who connected the assistant. */
  email: string | null;
  firstName: string | null;
  lastName: string | null;
}

export interface StoredRecord {
  payload: Record<string, unknown>;
  consumedAt: Date | null;
}

export interface NewRecord {
  assistantId: string | null;
  payload: object;
  expiresInSeconds: number | undefined;
}

// An app that lost a response resends its refresh token, and two of its processes may send it at the same time.
const IS_CONSUMED =
  "(consumed_at is not null and (kind <> 'RefreshToken' or consumed_at <= now() - interval '1 minute'))";

const IS_LAST_USE_STALE = "(assistant.last_used_at is null or assistant.last_used_at < now() - interval '1 minute')";

/** Apps that members have connected by signing in, with `oidc-provider`'s records about them. */
export class AssistantsRepository extends SqlRepository {
  /**
   * Creates an assistant, and extends the app's registration so that the member can reconnect it later.
   * @param id identifies the consent. Updates an existing assistant with this id.
   */
  async create(
    assistant: Pick<Assistant, 'accountId' | 'userId' | 'clientId' | 'name' | 'host' | 'isReadOnly'>,
    id: string = randomUUID(),
  ): Promise<{ id: string; isNew: boolean }> {
    const { accountId, userId, clientId, name, host, isReadOnly } = assistant;
    await this.rows(
      `update assistant_records set expires_at = now() + interval '2 years' where kind = 'Client' and id_hash = $1`,
      [hashToken(clientId)],
    );
    const [created] = await this.rows<{ isNew: boolean }>(
      `
      insert into assistants (id, account_id, user_id, client_id, name, host, is_read_only)
      values ($1, $2, $3, $4, $5, $6, $7)
      on conflict (id) do update set account_id = excluded.account_id, user_id = excluded.user_id,
        is_read_only = excluded.is_read_only
      returning xmax = 0 as "isNew"`,
      [id, accountId, userId, clientId, name, host, isReadOnly],
    );
    return { id, isNew: created?.isNew ?? false };
  }

  /** @param userId lists only this member's assistants */
  list(accountId: string, userId?: string): Promise<ListedAssistant[]> {
    return this.rows(
      `
      select assistant.id, assistant.name, assistant.host, assistant.is_read_only as "isReadOnly",
        assistant.created_at as "createdAt", assistant.last_used_at as "lastUsedAt",
        owner.email, owner.first_name as "firstName", owner.last_name as "lastName"
      from assistants assistant join users owner on owner.id = assistant.user_id
      where assistant.account_id = $1 and ($2::uuid is null or assistant.user_id = $2)
      order by assistant.created_at desc, assistant.id`,
      [accountId, userId ?? null],
    );
  }

  /** @param userId deletes the assistant only if this member connected it */
  async delete(accountId: string, id: string, userId?: string): Promise<Pick<Assistant, 'name'> | undefined> {
    return this.row(
      'delete from assistants where account_id = $1 and id = $2 and ($3::uuid is null or user_id = $3) returning name',
      [accountId, id, userId ?? null],
    );
  }

  /** Finds the assistant that an access token belongs to, if its user and account are enabled. */
  findAccess(tokenHash: string, audience: string): Promise<AssistantAccess | undefined> {
    return this.row(
      `
      select assistant.id, assistant.account_id as "accountId", assistant.user_id as "userId",
        member.role as "memberRole", account.status, assistant.is_read_only as "isReadOnly", ${IS_LAST_USE_STALE} as "isLastUseStale"
      from assistant_records token join assistants assistant on assistant.id = token.assistant_id
        join members member on member.account_id = assistant.account_id and member.user_id = assistant.user_id
        join users owner on owner.id = assistant.user_id and owner.is_active
        join accounts account on account.id = assistant.account_id and account.is_active
      where token.kind = 'AccessToken' and token.id_hash = $1 and token.expires_at > now()
        and token.payload->>'aud' = $2`,
      [tokenHash, audience],
    );
  }

  /** Whether the assistant's user and account are enabled, so that its tokens can be refreshed. */
  async isEnabled(id: string): Promise<boolean> {
    return this.hasRow(
      `
      select assistant.id from assistants assistant
        join users owner on owner.id = assistant.user_id and owner.is_active
        join accounts account on account.id = assistant.account_id and account.is_active
      where assistant.id = $1`,
      [id],
    );
  }

  /** Records a use, at most once a minute. */
  async touch(id: string): Promise<void> {
    const sql = `update assistants assistant set last_used_at = now() where id = $1 and ${IS_LAST_USE_STALE}`;
    await this.rows(sql, [id]);
  }

  async saveRecord(kind: string, idHash: string, { assistantId, payload, expiresInSeconds }: NewRecord): Promise<void> {
    await this.rows(
      `
      insert into assistant_records (kind, id_hash, assistant_id, payload, expires_at)
      values ($1, $2, $3, $4, now() + make_interval(secs => $5))
      on conflict (kind, id_hash) do update set assistant_id = excluded.assistant_id, payload = excluded.payload,
        expires_at = excluded.expires_at`,
      [kind, idHash, assistantId, JSON.stringify(payload), expiresInSeconds ?? null],
    );
  }

  findRecord(kind: string, idHash: string): Promise<StoredRecord | undefined> {
    return this.row(
      `
      select payload, case when ${IS_CONSUMED} then consumed_at end as "consumedAt" from assistant_records
      where kind = $1 and id_hash = $2 and (expires_at is null or expires_at > now())`,
      [kind, idHash],
    );
  }

  /** @returns false if the record was already consumed. A refresh token can be consumed again for a minute. */
  async consumeRecord(kind: string, idHash: string): Promise<boolean> {
    const sql = `
      update assistant_records set consumed_at = coalesce(consumed_at, now())
      where kind = $1 and id_hash = $2 and not ${IS_CONSUMED}
      returning id_hash`;
    return this.hasRow(sql, [kind, idHash]);
  }

  async deleteRecord(kind: string, idHash: string): Promise<void> {
    await this.rows('delete from assistant_records where kind = $1 and id_hash = $2', [kind, idHash]);
  }

  /** Deletes a grant's assistant along with its tokens. */
  async deleteByGrant(grantHash: string): Promise<void> {
    await this.rows(
      `
      delete from assistants where id in (
        select assistant_id from assistant_records where kind = 'Grant' and id_hash = $1)`,
      [grantHash],
    );
  }

  /**
   * Deletes expired records, assistants that never fetched their tokens or let them expire, and apps that weren't
   * connected within a day of registering.
   */
  async purgeExpired(): Promise<number> {
    const assistants = await this.rows(
      `
      delete from assistants where created_at < now() - interval '1 hour' and not exists (
        select from assistant_records where assistant_id = assistants.id and kind in ('AccessToken', 'RefreshToken')
          and not ${IS_CONSUMED} and expires_at > now())
      returning id`,
      [],
    );
    const records = await this.rows(
      `
      delete from assistant_records where expires_at <= now()
        or (kind = 'Client' and expires_at is null and created_at < now() - interval '1 day'
          and not exists (select from assistants where client_id = payload->>'client_id'))
      returning kind`,
      [],
    );
    return assistants.length + records.length;
  }
}
