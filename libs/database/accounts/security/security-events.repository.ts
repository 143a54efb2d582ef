import { SqlRepository } from '../../postgres/sql';
import { joinOwner } from '../account-owner';
import { userNameSql } from '../user-name-sql';
import { buildNewestEventsQuery, type SecurityEventFilter } from './security-event-search';
import type { SecurityEvent } from './security-event.entity';

/** An event to store. Omitted fields are null. */
export type NewSecurityEvent = Pick<SecurityEvent, 'kind' | 'outcome'> & Partial<Omit<SecurityEvent, 'id'>>;

/** The owner and state of a rejected bearer token. */
export interface RejectedToken {
  tokenHash: string;
  accountId: string;
  isRevoked: boolean;
}

/** An event with the current names of users; null for visitors and deleted users. */
export interface ListedSecurityEvent extends Omit<SecurityEvent, 'activityId'> {
  userName: string | null;
  userEmail: string | null;
  targetName: string | null;
  targetEmail: string | null;
  /** The company's name, or else the owner's. */
  accountName: string | null;
  accountOwnerId: string | null;
  /** The description of the activity log entry, unless the entry has been deleted. */
  description: string | null;
}

const COLUMNS = `kind, outcome, method, code, route, action, activity_id, user_id, target_user_id, account_id,
  email_hash, ip_address, user_agent, count, first_at, created_at`;

export class SecurityEventsRepository extends SqlRepository {
  async insert(events: readonly NewSecurityEvent[]): Promise<void> {
    const now = new Date();
    await this.rows(
      `
      insert into security_events (${COLUMNS})
      select ${COLUMNS} from jsonb_to_recordset($1::jsonb) as event(kind text, outcome text, method text, code text,
        route text, action text, activity_id uuid, user_id uuid, target_user_id uuid, account_id uuid,
        email_hash text, ip_address text, user_agent text, count integer, first_at timestamptz, created_at timestamptz)`,
      [
        JSON.stringify(
          events.map((event) => ({
            kind: event.kind,
            outcome: event.outcome,
            method: event.method,
            code: event.code,
            route: event.route,
            action: event.action,
            activity_id: event.activityId,
            user_id: event.userId,
            target_user_id: event.targetUserId,
            account_id: event.accountId,
            email_hash: event.emailHash,
            ip_address: event.ipAddress,
            user_agent: event.userAgent,
            count: event.count ?? 1,
            first_at: event.firstAt ?? now,
            created_at: event.createdAt ?? now,
          })),
        ),
      ],
    );
  }

  /** Finds tokens by hash, including expired and deleted tokens and those of disabled accounts. */
  async findRejectedTokens(tokenHashes: readonly string[]): Promise<RejectedToken[]> {
    return await this.rows<RejectedToken>(
      `
      select token_hash as "tokenHash", account_id as "accountId", false as "isRevoked"
        from bearer_tokens where token_hash = any($1)
      union all
      select token_hash, account_id, true from revoked_tokens where token_hash = any($1)`,
      [tokenHashes],
    );
  }

  /**
   * Returns the ids that belong to other accounts' records.
   * @param accountId the account that requested the ids
   */
  async findIdsOfOtherAccounts(ids: readonly string[], accountId: string): Promise<string[]> {
    const tables = ['calls', 'customers', 'follow_ups', 'deliveries', 'agents', 'bearer_tokens', 'invitations'];
    return this.values<string>(
      tables
        .map((table) => `select id from ${table} where id = any($1::uuid[]) and account_id <> $2`)
        .join(' union all '),
      [ids, accountId],
    );
  }

  /**
   * Lists events newest first.
   * @param after the id of the last event of the previous page
   */
  async list(filter: SecurityEventFilter, limit: number, after?: string): Promise<ListedSecurityEvent[]> {
    const { sql, parameters } = buildNewestEventsQuery(filter, limit, after);
    return await this.rows<ListedSecurityEvent>(
      `
      select event.id, event.kind, event.outcome, event.method, event.code, event.route, event.action,
        event.user_id as "userId", event.target_user_id as "targetUserId", event.account_id as "accountId",
        event.email_hash as "emailHash", event.ip_address as "ipAddress", event.user_agent as "userAgent",
        event.count, event.first_at as "firstAt", event.created_at as "createdAt",
        ${userNameSql('actor')} as "userName", actor.email as "userEmail",
        ${userNameSql('target')} as "targetName", target.email as "targetEmail",
        coalesce(account.company, ${userNameSql('owner')}, owner.email) as "accountName", owner.id as "accountOwnerId",
        entry.description
      from (${sql}) newest
      join security_events event on event.id = newest.id
      left join users actor on actor.id = event.user_id
      left join users target on target.id = event.target_user_id
      left join accounts account on account.id = event.account_id
      ${joinOwner('account.id')}
      left join activity_logs entry on entry.id = event.activity_id
      order by event.created_at desc, event.id desc`,
      parameters,
    );
  }
}
