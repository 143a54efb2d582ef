import type { ActivityAction } from '@ringwell/domain/accounts/activity';
import { getSecurityKind } from '@ringwell/domain/accounts/security-kind';

import { escapeLike, SqlRepository } from '../../postgres/sql';
import { userNameSql } from '../user-name-sql';
import { ActivityLog } from './activity-log.entity';
import { SecurityEventsRepository } from './security-events.repository';

export interface Actor {
  /** Null for visitors. */
  userId: string | null;
  ipAddress: string | null;
  userAgent: string | null;
  impersonatedUserId?: string;
}

export interface NewActivity {
  action: ActivityAction;
  /** A sentence for administrators, owners and managers, without secrets or call content. */
  description: string;
  /**
   * The account that the entry is about. Its owners and managers can read the entry. Omit it for entries that are only
   * about a user.
   */
  accountId?: string;
  /** Details of the change, such as the IDs of the affected records; `targetUserId` is the affected user. */
  metadata?: Record<string, unknown>;
}

/** An entry with the acting user's name. Visitors and deleted users don't have an id or a name. */
export interface ActivityEntry extends Pick<
  ActivityLog,
  'id' | 'accountId' | 'description' | 'metadata' | 'ipAddress' | 'userAgent' | 'createdAt' | 'userId'
> {
  /** One of `ACTIVITY_ACTIONS`, or an action from an earlier release. */
  action: string;
  userName: string | null;
  userEmail: string | null;
}

export interface ActivityFilter {
  /**
   * Only entries about this account, as its owners and managers may see them: IP addresses and browsers are only shown
   * for actors who are current members and not administrators.
   */
  accountId?: string;
  action?: string;
  /** Entries by this user, about them, and about the accounts they own. */
  userId?: string;
  from?: Date;
  before?: Date;
  /** Text in the description, the actor's name or email, or the IP address. */
  search?: string;
}

export class ActivityRepository extends SqlRepository {
  /**
   * Run this in the transaction that makes the recorded change, so that both or neither are committed.
   * Security-relevant entries also become security events.
   */
  async record(actor: Actor, entry: NewActivity): Promise<void> {
    const { action, description, accountId, metadata } = entry;
    const { userId, ipAddress, userAgent, impersonatedUserId } = actor;
    const fullMetadata = impersonatedUserId === undefined ? metadata : { ...metadata, impersonatedUserId };
    const { identifiers } = await this.manager.insert(ActivityLog, {
      userId,
      accountId,
      action,
      description,
      ipAddress,
      userAgent,
      metadata: (fullMetadata ?? null) as object,
    });
    await this.recordSecurityEvent(actor, entry, identifiers[0]?.['id'] as string);
  }

  private async recordSecurityEvent(
    { userId, ipAddress, userAgent, impersonatedUserId }: Actor,
    { action, accountId, metadata }: NewActivity,
    activityId: string,
  ): Promise<void> {
    const kind = getSecurityKind(action, metadata);
    if (kind === undefined) return;
    const method = (metadata?.['secondFactor'] ?? metadata?.['signedInWith']) as string | undefined;
    const targetUserId = (metadata?.['targetUserId'] as string | undefined) ?? impersonatedUserId;
    const change = { kind, outcome: 'succeeded', method, action, activityId } as const;
    await new SecurityEventsRepository(this.manager).insert([
      { ...change, userId, targetUserId, accountId, ipAddress, userAgent },
    ]);
  }

  /**
   * Records an action at most once per minute and target user, so that unauthenticated requests can't flood the log.
   */
  async recordOncePerMinute(actor: Actor, entry: NewActivity & { metadata: { targetUserId: string } }): Promise<void> {
    const [recent] = await this.rows(
      `
      select from activity_logs
        where action = $1 and metadata->>'targetUserId' = $2 and created_at > now() - interval '1 minute' limit 1`,
      [entry.action, entry.metadata.targetUserId],
    );
    if (!recent) await this.record(actor, entry);
  }

  /** Returns whether the same user has already recorded this entry from the same address and browser. */
  async isRecorded(
    { userId, ipAddress, userAgent }: Actor,
    { action, accountId, metadata }: NewActivity,
  ): Promise<boolean> {
    return this.hasRow(
      `
      select true from activity_logs
      where action = $1 and account_id = $2 and metadata @> $3 and user_id is not distinct from $4
        and ip_address is not distinct from $5 and user_agent is not distinct from $6 limit 1`,
      [action, accountId, metadata, userId, ipAddress, userAgent],
    );
  }

  /**
   * Lists entries newest first.
   * @param after the id of the last entry of the previous page
   */
  list(filter: ActivityFilter, limit: number, after?: string): Promise<ActivityEntry[]> {
    const parameters: unknown[] = [limit];
    const bind = (value: unknown): string => `$${parameters.push(value)}`;
    const account = filter.accountId === undefined ? undefined : `${bind(filter.accountId)}::uuid`;
    const conditions = buildConditions(filter, account, bind);
    if (after !== undefined) {
      const accountCondition = account === undefined ? '' : `and account_id = ${account}`;
      conditions.push(
        `(created_at, id) < (select created_at, id from activity_logs where id = ${bind(after)}::uuid ${accountCondition})`,
      );
    }
    const where = conditions.length > 0 ? `where ${conditions.join(' and ')}` : '';
    const originColumn = (column: string): string => `case when ${isOriginShownSql(account)} then ${column} end`;
    return this.rows<ActivityEntry>(
      `
      select entry.id, entry.account_id as "accountId", entry.action, entry.description, entry.metadata,
        ${originColumn('ip_address')} as "ipAddress", ${originColumn('user_agent')} as "userAgent",
        entry.created_at as "createdAt", entry.user_id as "userId",
        ${userNameSql('actor')} as "userName", actor.email as "userEmail"
      from (select * from activity_logs ${where} order by created_at desc, id desc limit $1) entry
      left join users actor on actor.id = entry.user_id
      order by entry.created_at desc, entry.id desc`,
      parameters,
    );
  }
}

function buildConditions(
  { action, userId, from, before, search }: ActivityFilter,
  account: string | undefined,
  bind: (value: unknown) => string,
): string[] {
  return [
    ...(account === undefined ? [] : [`account_id = ${account}`]),
    ...(action === undefined ? [] : [`action = ${bind(action)}`]),
    ...(userId === undefined ? [] : [concernsUserSql(bind(userId))]),
    ...(from === undefined ? [] : [`created_at >= ${bind(from)}`]),
    ...(before === undefined ? [] : [`created_at < ${bind(before)}`]),
    ...(search === undefined ? [] : [matchesPatternSql(bind(`%${escapeLike(search)}%`), account)]),
  ];
}

const concernsUserSql = (userId: string): string =>
  `(user_id = ${userId}::uuid or metadata->>'targetUserId' = ${userId}::text or account_id = any(array(
    select account_id from members where members.user_id = ${userId}::uuid and role = 'owner')))`;

const isOriginShownSql = (account: string | undefined): string =>
  account === undefined
    ? 'true'
    : `user_id in (select member.user_id from members member join users person on person.id = member.user_id
        where member.account_id = ${account} and person.role = 'user')`;

// Matches the actor's name or email, and the IP address only if it's shown, because a match would reveal a hidden
// address.
const matchesPatternSql = (pattern: string, account: string | undefined): string => `(description ilike ${pattern}
  or (ip_address ilike ${pattern} and ${isOriginShownSql(account)})
  or user_id in (select id from users where concat_ws(' ', first_name, last_name) ilike ${pattern} or email ilike ${pattern}))`;
