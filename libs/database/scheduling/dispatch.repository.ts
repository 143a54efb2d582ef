import { Injectable } from '@nestjs/common';
import { DataSource, type EntityManager } from 'typeorm';

import type { DeliveryChannelName } from '@ringwell/domain/deliveries/delivery';

import { row, rows } from '../postgres/sql';

export interface ReleasedCall {
  callId: string;
  leaseToken: string;
}

/** Number of calls that may be released now. */
export interface FleetRoom {
  calls: number;
  /** Portion of the total for accounts that already have an active call. */
  forBusyAccounts: number;
  /** Maximum number of active calls per account, regardless of its own limit. */
  perAccount?: number;
  /** Limit for demo accounts; defaults to the total. */
  demo?: number;
}

export interface LeasedDelivery {
  deliveryId: string;
  leaseToken: string;
}

/** Adds the call's `traceParent`, so that the job can continue its trace; null without a call or with tracing off. */
export type Traced<T> = T & { traceParent: string | null };

const ACCOUNTS_PER_PASS = 100;

/**
 * Maximum number of calls released per pass, because the accounts' turns are locked while the calls' rows and indexes
 * are written. The next pass releases more calls.
 */
export const CALLS_PER_PASS = 250;

/** A worker is presumed dead this long after its last heartbeat. */
export const WORKER_ALIVE_SECONDS = 15;

// The sorted subquery makes PostgreSQL check account by account, using only the queued-calls index. With `exists`, it
// might choose a join that reads all queued calls, or an account's finished ones: 36,000 pages instead of 1,200 with
// 100,000 queued calls.
const HAS_DUE_CALL = `(
  select true from calls where account_id = turn.account_id and state = 'queued' and run_after <= now()
    order by deadline_at, run_after, id limit 1)`;

const IS_DEMO = `(select status = 'demo' from accounts where id = turn.account_id)`;

// A list instead of `IS_DEMO`, so that only the few demo accounts' calls are looked up.
const DEMO_ACCOUNTS = `array(select id from accounts where status = 'demo')`;

const IS_ENABLED = '(select is_active from accounts where id = turn.account_id)';

// A demo account gets one call at a time, regardless of its settings. `least` ignores nulls.
const CALL_LIMIT = `(
  select least(settings.max_concurrent_workflows, case account.status when 'demo' then 1 end)
    from account_settings settings join accounts account on account.id = settings.account_id
    where settings.account_id = turn.account_id)`;

// Whether several accounts can send calls. An account owned only by administrators counts once it has had a call.
const IS_SHARED = `(
  select count(*) > 1 from (
    select from account_lanes turn join accounts account on account.id = turn.account_id
      where account.is_active and (turn.last_served_at > '-infinity' or exists (
        select from members join users owner on owner.id = members.user_id
        where members.account_id = account.id and members.role = 'owner' and owner.role <> 'admin'))
      limit 2) sender)`;

const IS_OPEN = `state in ('pending', 'retry', 'unknown')`;

// Skips from account to account in the index of open deliveries. Most accounts have none, so checking each account
// would make every pass expensive.
const ACCOUNTS_WITH_OPEN_DELIVERIES = `array(
  with recursive account (id) as (
    (select account_id from deliveries where ${IS_OPEN} order by account_id limit 1)
    union all
    select (select account_id from deliveries where ${IS_OPEN} and account_id > account.id order by account_id limit 1)
      from account where account.id is not null
  ) select id from account where id is not null)`;

// If no worker claims a delivery within this time, it's leased again.
const DELIVERY_LEASE_SECONDS = 30;

/** Determines which calls and deliveries can run. Counts rows every time instead of keeping counters. */
@Injectable()
export class DispatchRepository {
  constructor(private readonly dataSource: DataSource) {}

  /**
   * Releases the oldest due calls of each account, up to its `maxConcurrentWorkflows` (a demo account: one), the
   * available room and `CALLS_PER_PASS`. Accounts without an active call come first. The remaining slots are shared in
   * rounds of one call per account, longest-waiting account first; demo accounts follow the others, within their own
   * limit. Calls that have already started are released first, because their deadline is approaching.
   *
   * The second statement counts active calls in a snapshot taken after locking the turns. In a single statement, the
   * count would predate the lock, and two dispatchers would both release calls.
   */
  releaseDueCalls({ calls, forBusyAccounts, perAccount, demo }: FleetRoom): Promise<Traced<ReleasedCall>[]> {
    return this.dataSource.transaction(async (manager) => {
      const lockDueTurns = (isDemo: boolean, limit?: number): Promise<string[]> =>
        lockTurns(
          manager,
          'last_served_at',
          `
          ${isDemo ? `turn.account_id = any(${DEMO_ACCOUNTS})` : `not ${IS_DEMO}`} and ${HAS_DUE_CALL} and ${IS_ENABLED}
          and (select count(*) from calls where account_id = turn.account_id and state in ('released', 'running'))
            < least(${CALL_LIMIT}, $2::int)`,
          [forBusyAccounts > 0 ? (perAccount ?? null) : 1],
          limit,
        );
      const accountIds = [...(await lockDueTurns(false)), ...(demo === 0 ? [] : await lockDueTurns(true, demo))];
      if (accountIds.length === 0) return [];
      return rows<Traced<ReleasedCall>>(
        manager,
        `
        with turn as (
          select account_id, position, least(${CALL_LIMIT}, $4::int) as call_limit, (
            select count(*) from calls where account_id = turn.account_id and state in ('released', 'running')) as active
          from unnest($1::uuid[]) with ordinality as turn (account_id, position)
        ), oldest as (
          select due.id, turn.account_id, turn.position, due.round, turn.active + due.round > 1 as is_additional
            from turn cross join lateral (
            select call.id, row_number() over (order by call.deadline_at, call.run_after, call.id) as round from (
              select id, deadline_at, run_after from calls
              where account_id = turn.account_id and state = 'queued' and run_after <= now()
              order by deadline_at, run_after, id
              limit greatest(least(turn.call_limit - turn.active, $3 + 1), 0) for update skip locked) call
          ) due
        ), due as (
          select id, account_id, release_order from (
            select id, account_id, is_additional, row_number() over (order by is_additional, round, position) as release_order
              from oldest) ordered
          where release_order <= case when is_additional then least($2, $3) else $2 end
        ), released as (
          update calls set state = 'released', lease_token = gen_random_uuid(), released_at = now(), updated_at = now()
          from due where calls.id = due.id
          returning calls.id, calls.lease_token, calls.trace_parent
        ), turns_updated as (
          update account_lanes turn set last_served_at = now() + latest.release_order * interval '1 microsecond'
          from (select account_id, max(release_order) as release_order from due group by account_id) latest
          where turn.account_id = latest.account_id
        )
        select id as "callId", lease_token as "leaseToken", trace_parent as "traceParent" from released`,
        [accountIds, Math.min(calls, CALLS_PER_PASS), forBusyAccounts, perAccount ?? null],
      );
    });
  }

  /**
   * Computes the live workers' room. The total is one and a half times their slots minus the active calls, so that
   * workers find the next job in Redis. If several accounts can send calls, each leaves a quarter of the slots for
   * others, and accounts with an active call leave one slot open for those without; a single slot has no reserve. Demo
   * accounts share a quarter of the slots, but at least one.
   */
  async computeRoom(): Promise<FleetRoom> {
    const fleet = await row<{ slots: number; active: number; activeDemo: number; isShared: boolean }>(
      this.dataSource.manager,
      `
      select (select coalesce(sum(slots), 0)::int from workers
        where last_seen_at > now() - make_interval(secs => $1)) as slots,
        active.*, ${IS_SHARED} as "isShared"
      from (select count(*)::int as active, count(*) filter (where account.status = 'demo')::int as "activeDemo"
        from calls join accounts account on account.id = calls.account_id
        where calls.state in ('released', 'running')) active`,
      [WORKER_ALIVE_SECONDS],
    );
    if (!fleet) return { calls: 0, forBusyAccounts: 0 };
    const { slots, active, activeDemo, isShared } = fleet;
    const calls = Math.max(Math.ceil(slots * 1.5) - active, 0);
    const reservedSlots = Math.max(Math.floor(slots / 4), 1);
    const demo = Math.max(reservedSlots - activeDemo, 0);
    if (!isShared) return { calls, forBusyAccounts: calls, demo };
    const [idleSlots, otherAccountSlots] = slots < 2 ? [0, 0] : [1, reservedSlots];
    return {
      calls,
      forBusyAccounts: Math.max(slots - idleSlots - active, 0),
      perAccount: slots - otherAccountSlots,
      demo,
    };
  }

  /**
   * Leases the next due delivery for every account and channel without one in flight, highest priority first.
   * @param channels channels that can send messages now
   */
  leaseDueDeliveries(channels: readonly DeliveryChannelName[], limit: number): Promise<Traced<LeasedDelivery>[]> {
    if (channels.length === 0) return Promise.resolve([]);
    return this.dataSource.transaction(async (manager) => {
      const accountIds = await lockTurns(
        manager,
        'last_delivered_at',
        `
        turn.account_id = any(${ACCOUNTS_WITH_OPEN_DELIVERIES}) and ${IS_ENABLED}
        and exists (select from unnest($2::text[]) channel (name)
          where exists (select from deliveries where account_id = turn.account_id and channel = channel.name
              and state in ('pending', 'retry', 'unknown') and run_after <= now())
            and not exists (select from deliveries
              where account_id = turn.account_id and channel = channel.name and lease_until > now()))`,
        [channels],
      );
      if (accountIds.length === 0) return [];
      return rows<Traced<LeasedDelivery>>(
        manager,
        `
        with due as (
          select next.id from unnest($1::uuid[]) turn (account_id) cross join unnest($2::text[]) channel (name)
          cross join lateral (
            select id, priority, run_after from deliveries
            where account_id = turn.account_id and channel = channel.name and state in ('pending', 'retry', 'unknown')
              and run_after <= now()
            order by priority desc, run_after limit 1) next
          where not exists (select from deliveries busy
            where busy.account_id = turn.account_id and busy.channel = channel.name and busy.lease_until > now())
          order by next.priority desc, next.run_after limit $3
        ), leased as (
          update deliveries set lease_token = gen_random_uuid(), updated_at = now(),
            lease_until = now() + make_interval(secs => ${DELIVERY_LEASE_SECONDS})
          -- A due delivery may just have been claimed under its earlier lease.
          from due where deliveries.id = due.id and ${IS_OPEN} and run_after <= now()
          returning deliveries.id, deliveries.account_id, deliveries.lease_token, deliveries.call_id,
            deliveries.follow_up_event_id
        ), turns_updated as (
          update account_lanes set last_delivered_at = now() where account_id in (select account_id from leased)
        )
        select id as "deliveryId", lease_token as "leaseToken", (
          select trace_parent from calls where id = coalesce(leased.call_id,
            (select call_id from follow_up_events where id = leased.follow_up_event_id))) as "traceParent"
        from leased`,
        [accountIds, channels, limit],
      );
    });
  }
}

// Locks the scheduling turns of accounts that meet a condition, longest-waiting first. Skips turns locked by another
// dispatcher.
async function lockTurns(
  manager: EntityManager,
  sortColumn: 'last_served_at' | 'last_delivered_at',
  condition: string,
  parameters: unknown[] = [],
  limit = ACCOUNTS_PER_PASS,
): Promise<string[]> {
  const turns = await rows<{ accountId: string }>(
    manager,
    `
    select turn.account_id as "accountId" from account_lanes turn where ${condition}
    order by turn.${sortColumn}, turn.account_id limit $1 for no key update skip locked`,
    [Math.min(limit, ACCOUNTS_PER_PASS), ...parameters],
  );
  return turns.map(({ accountId }) => accountId);
}
