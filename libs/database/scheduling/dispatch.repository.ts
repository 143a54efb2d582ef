import { Injectable } from '@nestjs/common';
import { DataSource, type EntityManager } from 'typeorm';

import type { DeliveryChannelName } from '@ringwell/domain/delivery';

import { row, rows } from '../postgres/sql';

/** A call that was released: what the carrier needs to know of it. */
export interface ReleasedCall {
  callId: string;
  leaseToken: string;
}

export interface LeasedDelivery {
  deliveryId: string;
  leaseToken: string;
}

/** Accounts served in one pass. */
const LANES_PER_PASS = 100;

/**
 * Calls released in one pass: each is a row written, with its indexes, while the lanes are locked. A fleet with room for more has the
 * rest of them in the next pass.
 */
export const CALLS_PER_PASS = 250;

/** A worker that was not seen for this long does not count. */
export const WORKER_ALIVE_SECONDS = 15;

/**
 * Written so that PostgreSQL asks lane by lane, and the index of queued calls only. From `exists` it makes a join, for which it
 * may read every queued call of everybody, or an account's finished ones as well: with 100,000 queued, 36,000 pages and not 1,200.
 */
const HAS_DUE_CALL = `(
  select true from calls where user_id = lane.user_id and state = 'queued' and run_after <= now() order by deadline_at, run_after, id limit 1)`;

const IS_OPEN = `state in ('pending', 'retry', 'unknown')`;

/** Goes from account to account in the index of open deliveries: most accounts have none, and asking each of them would cost every pass. */
const ACCOUNTS_WITH_OPEN_DELIVERIES = `array(
  with recursive account (id) as (
    (select user_id from deliveries where ${IS_OPEN} order by user_id limit 1)
    union all
    select (select user_id from deliveries where ${IS_OPEN} and user_id > account.id order by user_id limit 1) from account where account.id is not null
  ) select id from account where id is not null)`;

/** How long a delivery may be on its way to a worker before it is released again. */
const DELIVERY_LEASE_SECONDS = 30;

/** Decides which calls and deliveries may run. Counts rows; keeps no counters. */
@Injectable()
export class DispatchRepository {
  constructor(private readonly dataSource: DataSource) {}

  /**
   * Releases the oldest due calls of each account, as many as its `maxConcurrentWorkflows` leaves free and the fleet
   * can take, at most `CALLS_PER_PASS`, longest-waiting account first, also among those that were served in the
   * same pass. Calls that have started before come first: their deadline is running.
   *
   * Two statements on purpose: the second one counts active calls in a snapshot taken after the lanes are locked. In one
   * statement the count would come from before the lock, and two dispatchers would both release.
   */
  releaseDueCalls(freeSlots: number): Promise<ReleasedCall[]> {
    return this.dataSource.transaction(async (manager) => {
      const lanes = await lockLanes(
        manager,
        'last_served_at',
        `
        ${HAS_DUE_CALL}
        and (select count(*) from calls where user_id = lane.user_id and state in ('released', 'running'))
          < (select max_concurrent_workflows from account_settings where user_id = lane.user_id)`,
      );
      if (lanes.length === 0) return [];
      return rows<ReleasedCall>(
        manager,
        `
        with free as (
          select lane.user_id, lane.position, settings.max_concurrent_workflows - (
            select count(*) from calls where user_id = lane.user_id and state in ('released', 'running')) as slots
          from unnest($1::uuid[]) with ordinality as lane (user_id, position)
          join account_settings settings on settings.user_id = lane.user_id
        ), due as (
          select oldest.id, free.user_id, row_number() over (order by oldest.round, free.position) as turn from free cross join lateral (
            select call.id, row_number() over (order by call.deadline_at, call.run_after, call.id) as round from (
              select id, deadline_at, run_after from calls
              where user_id = free.user_id and state = 'queued' and run_after <= now()
              order by deadline_at, run_after, id limit greatest(free.slots, 0) for update skip locked) call
          ) oldest
          order by turn limit $2
        ), released as (
          update calls set state = 'released', lease_token = gen_random_uuid(), released_at = now(), updated_at = now()
          from due where calls.id = due.id
          returning calls.id, calls.lease_token
        ), served as (
          update account_lanes lane set last_served_at = now() + latest.turn * interval '1 microsecond'
          from (select user_id, max(turn) as turn from due group by user_id) latest where lane.user_id = latest.user_id
        )
        select id as "callId", lease_token as "leaseToken" from released`,
        [lanes, Math.min(freeSlots, CALLS_PER_PASS)],
      );
    });
  }

  /** How many more calls the living workers could hold: their slots and half as many again, less what is out already. */
  async freeSlots(): Promise<number> {
    const fleet = await row<{ slots: number; active: number }>(
      this.dataSource.manager,
      `
      select (select coalesce(sum(slots), 0)::int from workers where last_seen_at > now() - make_interval(secs => $1)) as slots,
        (select count(*)::int from calls where state in ('released', 'running')) as active`,
      [WORKER_ALIVE_SECONDS],
    );
    return fleet ? Math.max(Math.ceil(fleet.slots * 1.5) - fleet.active, 0) : 0;
  }

  /**
   * Leases the next due delivery of every account and channel that has none on its way; the most urgent first.
   * @param channels the channels that can be sent now
   */
  leaseDueDeliveries(channels: readonly DeliveryChannelName[], limit: number): Promise<LeasedDelivery[]> {
    if (channels.length === 0) return Promise.resolve([]);
    return this.dataSource.transaction(async (manager) => {
      const lanes = await lockLanes(
        manager,
        'last_delivered_at',
        `
        lane.user_id = any(${ACCOUNTS_WITH_OPEN_DELIVERIES})
        and exists (select from unnest($2::text[]) channel (name)
          where exists (select from deliveries where user_id = lane.user_id and channel = channel.name
              and state in ('pending', 'retry', 'unknown') and run_after <= now())
            and not exists (select from deliveries where user_id = lane.user_id and channel = channel.name and lease_until > now()))`,
        [channels],
      );
      if (lanes.length === 0) return [];
      return rows<LeasedDelivery>(
        manager,
        `
        with due as (
          select next.id from unnest($1::uuid[]) lane (user_id) cross join unnest($2::text[]) channel (name)
          cross join lateral (
            select id, priority, run_after from deliveries
            where user_id = lane.user_id and channel = channel.name and state in ('pending', 'retry', 'unknown') and run_after <= now()
            order by priority desc, run_after limit 1) next
          where not exists (select from deliveries busy
            where busy.user_id = lane.user_id and busy.channel = channel.name and busy.lease_until > now())
          order by next.priority desc, next.run_after limit $3
        ), leased as (
          update deliveries set lease_token = gen_random_uuid(), updated_at = now(),
            lease_until = now() + make_interval(secs => ${DELIVERY_LEASE_SECONDS})
          from due where deliveries.id = due.id
          returning deliveries.id, deliveries.user_id, deliveries.lease_token
        ), served as (
          update account_lanes set last_delivered_at = now() where user_id in (select user_id from leased)
        )
        select id as "deliveryId", lease_token as "leaseToken" from leased`,
        [lanes, channels, limit],
      );
    });
  }
}

/** Locks the lanes that meet a condition, longest-waiting first. Lanes that another dispatcher holds are left to it. */
async function lockLanes(
  manager: EntityManager,
  waitingSince: 'last_served_at' | 'last_delivered_at',
  condition: string,
  parameters: unknown[] = [],
): Promise<string[]> {
  const lanes = await rows<{ userId: string }>(
    manager,
    `
    select lane.user_id as "userId" from account_lanes lane where ${condition}
    order by lane.${waitingSince}, lane.user_id limit $1 for no key update skip locked`,
    [LANES_PER_PASS, ...parameters],
  );
  return lanes.map((lane) => lane.userId);
}
