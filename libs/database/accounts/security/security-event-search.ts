import { isIP } from 'node:net';

import {
  SECURITY_EVENT_KINDS,
  SECURITY_OUTCOMES,
  type SecurityEventKind,
  type SecurityOutcome,
} from '@ringwell/domain/accounts/security-event';

import { escapeLike } from '../../postgres/sql';

export interface SecurityEventFilter {
  kind?: SecurityEventKind;
  outcome?: SecurityOutcome;
  /** Events by this user, about them, and about the accounts they own. Also finds deleted users. */
  userId?: string;
  /** Like `userId`, for users with this text in their name or email. */
  user?: string;
  /** Hashes of `user`, to find sign-in attempts with an unknown address. */
  emailHashes?: readonly string[];
  /** An IP address or prefix. */
  address?: string;
  from?: Date;
  before?: Date;
}

type Bind = (value: unknown) => string;

/**
 * Builds a query for the ids of the newest events. Each branch of the union reads at most `limit` index entries in
 * result order, so it stays fast with millions of events.
 * @param after the id of the last event of the previous page
 */
export function buildNewestEventsQuery(
  filter: SecurityEventFilter,
  limit: number,
  after?: string,
): { sql: string; parameters: unknown[] } {
  const parameters: unknown[] = [limit];
  const bind: Bind = (value) => `$${parameters.push(value)}`;
  const commonConditions = buildCommonConditions(filter, after, bind);
  const newestEventsSql = (conditions: readonly string[]): string => {
    const where = [...conditions, ...commonConditions].join(' and ') || 'true';
    return `select id, created_at from security_events where ${where} order by created_at desc, id desc limit $1`;
  };
  const branches =
    filter.userId === undefined && filter.user === undefined ? splitByKind(filter, bind) : splitByUser(filter, bind);
  const union = branches
    .map(({ values, conditions }) =>
      values === undefined
        ? `(${newestEventsSql(conditions)})`
        : `(select part.id, part.created_at from ${values} cross join lateral (${newestEventsSql(conditions)}) part)`,
    )
    .join(' union ');
  return { sql: `select id from (${union}) found order by created_at desc, id desc limit $1`, parameters };
}

interface Branch {
  /** The query reads the newest events for each of these rows. */
  values?: string;
  conditions: string[];
}

function buildCommonConditions(
  { address, from, before }: SecurityEventFilter,
  after: string | undefined,
  bind: Bind,
): string[] {
  return [
    ...(address === undefined ? [] : [addressCondition(address, bind)]),
    ...(from === undefined ? [] : [`created_at >= ${bind(from)}`]),
    ...(before === undefined ? [] : [`created_at < ${bind(before)}`]),
    ...(after === undefined
      ? []
      : [`(created_at, id) < (select created_at, id from security_events where id = ${bind(after)}::uuid)`]),
  ];
}

function addressCondition(address: string, bind: Bind): string {
  if (isIP(address) !== 0) return `ip_address = ${bind(address)}`;
  return `ip_address like ${bind(`${escapeLike(address)}%`)}`;
}

function splitByKind({ kind, outcome }: SecurityEventFilter, bind: Bind): Branch[] {
  if (kind === undefined && outcome === undefined) return [{ conditions: [] }];
  const kinds = bind(kind === undefined ? SECURITY_EVENT_KINDS : [kind]);
  const outcomes = bind(outcome === undefined ? SECURITY_OUTCOMES : [outcome]);
  const values = `unnest(${kinds}::text[]) event_kind cross join unnest(${outcomes}::text[]) event_outcome`;
  return [{ values, conditions: ['kind = event_kind', 'outcome = event_outcome'] }];
}

function splitByUser({ kind, outcome, userId, user, emailHashes = [] }: SecurityEventFilter, bind: Bind): Branch[] {
  const eventConditions = [
    ...(kind === undefined ? [] : [`kind = ${bind(kind)}`]),
    ...(outcome === undefined ? [] : [`outcome = ${bind(outcome)}`]),
  ];
  const people = userId === undefined ? matchingUsersSql(user ?? '', bind) : `(select ${bind(userId)}::uuid as person)`;
  const ownedAccounts = `(select account_id from members where role = 'owner' and user_id in (select person from ${people} p))`;
  return [
    { values: `${people} people`, conditions: ['user_id = people.person', ...eventConditions] },
    { values: `${people} people`, conditions: ['target_user_id = people.person', ...eventConditions] },
    {
      values: `${ownedAccounts} owned`,
      conditions: ['security_events.account_id = owned.account_id', ...eventConditions],
    },
    ...(userId === undefined && emailHashes.length > 0
      ? [
          {
            values: `unnest(${bind(emailHashes)}::text[]) entered`,
            conditions: ['email_hash = entered', ...eventConditions],
          },
        ]
      : []),
  ];
}

function matchingUsersSql(text: string, bind: Bind): string {
  const pattern = bind(`%${escapeLike(text)}%`);
  return `(select id as person from users
    where concat_ws(' ', first_name, last_name) ilike ${pattern} or email ilike ${pattern})`;
}
