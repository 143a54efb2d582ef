import { Injectable } from '@nestjs/common';
import { In, type EntityManager } from 'typeorm';

import type { DeliveryChannelName, DeliveryState } from '@ringwell/domain/delivery';

import { Call } from '../calls/call.entity';
import { row, rows, violatedUniqueConstraint } from '../postgres/sql';
import type { LeasedDelivery } from '../scheduling/dispatch.repository';
import { Delivery, DeliveryAttempt } from './delivery.entity';

/** A message that a finished call gives rise to; one that may not be sent is planned as `suppressed`, with the reason. */
export type PlannedDelivery = Pick<Delivery, 'channel' | 'destination' | 'destinationHash' | 'priority'> &
  Partial<Pick<Delivery, 'state' | 'errorCode' | 'errorMessage'>>;

/** How a try ended. */
export interface DeliveryOutcome {
  state: Extract<DeliveryState, 'sent' | 'retry' | 'unknown' | 'failed' | 'dead' | 'suppressed'>;
  startedAt: Date;
  /** Wait before the next try. */
  delayMs?: number;
  /** Of a failed test message, which has one try: the fault may pass by itself, nobody has to mend anything. */
  isTransient?: boolean;
  /** How long the far side asked us to leave it alone: nothing else is sent there either. */
  pauseMs?: number;
  providerRef?: string;
  errorCode?: string;
  errorMessage?: string;
}

/** Outcomes of faults that may pass by themselves. */
const TRANSIENT_STATES: ReadonlySet<DeliveryState> = new Set(['retry', 'unknown', 'dead']);

/** A message and what became of each try. */
export interface DeliveryWithTries {
  delivery: Delivery;
  tries: DeliveryAttempt[];
}

/** How long a try may take before its sender counts as gone. */
const SENDING_LEASE_SECONDS = 60;

/** Test messages overtake everything: somebody waits for them. */
const TEST_PRIORITY = 2;

/** After so many faults in a row a place gets a rest, of a minute first, then twice as long each time up to a quarter of an hour. */
const FAILURES_BEFORE_PAUSE = 5;
const FIRST_PAUSE_SECONDS = 60;
const LONGEST_PAUSE_SECONDS = 900;

/** Whether an outcome may take the place of the fault that stands there. */
const REPLACES_CURRENT_ERROR = `($3 = 'sent' or excluded.is_permanent or not place.is_permanent)`;

@Injectable()
export class DeliveriesRepository {
  constructor(private readonly manager: EntityManager) {}

  /** Writes the rows of one run. What is there already stays as it is. */
  async plan(call: Pick<Call, 'id' | 'userId' | 'runNumber'>, planned: readonly PlannedDelivery[]): Promise<void> {
    if (planned.length === 0) return;
    await this.manager
      .createQueryBuilder()
      .insert()
      .into(Delivery)
      .values(
        planned.map((delivery) => ({ ...delivery, userId: call.userId, callId: call.id, runNumber: call.runNumber })),
      )
      .orIgnore()
      .execute();
  }

  /** Puts test messages in line. @returns their ids */
  async planTests(userId: string, planned: readonly Omit<PlannedDelivery, 'priority'>[]): Promise<string[]> {
    const { identifiers } = await this.manager.insert(
      Delivery,
      planned.map((delivery) => ({
        ...delivery,
        userId,
        callId: null,
        runNumber: 0,
        priority: TEST_PRIORITY,
      })),
    );
    return identifiers.map(({ id }) => id as string);
  }

  /** The test messages that were put in line last on a channel, together. */
  lastTests(userId: string, channel: DeliveryChannelName): Promise<Delivery[]> {
    return this.manager
      .createQueryBuilder(Delivery, 'test')
      .where(
        `test.user_id = :userId and test.channel = :channel and test.call_id is null
      and test.created_at = (select max(created_at) from deliveries where user_id = :userId and channel = :channel and call_id is null)`,
        { userId, channel },
      )
      .orderBy('test.destination')
      .getMany();
  }

  /** Milliseconds since the latest of these messages was sent, by PostgreSQL's clock; `null` when none was. */
  async msSinceSent(ids: readonly string[]): Promise<number | null> {
    const latest = await row<{ ms: number | null }>(
      this.manager,
      `
      select extract(epoch from clock_timestamp() - max(sent_at))::float8 * 1000 as ms from deliveries where id = any($1)`,
      [ids],
    );
    return latest?.ms ?? null;
  }

  /** Those of these messages that are there, in the order of their destinations. */
  findAll(userId: string, deliveryIds: readonly string[]): Promise<Delivery[]> {
    return this.manager.find(Delivery, { where: { id: In(deliveryIds), userId }, order: { destination: 'ASC' } });
  }

  /**
   * Takes a leased delivery: `sending`, or `verifying` when an earlier try may have arrived. Committed before any request
   * leaves. `null` means it is stale, its place has a rest (which test messages do not wait for), or another message of the
   * account is on this channel right now.
   */
  async claim({ deliveryId, leaseToken }: LeasedDelivery): Promise<Delivery | null> {
    try {
      const claimed = await row(
        this.manager,
        `
        update deliveries set state = case state when 'unknown' then 'verifying' else 'sending' end, attempts = attempts + 1,
          lease_until = now() + make_interval(secs => ${SENDING_LEASE_SECONDS}), updated_at = now()
        where id = $1 and lease_token = $2 and state in ('pending', 'retry', 'unknown')
          and (call_id is null or not exists (select from connections place where place.user_id = deliveries.user_id
            and place.channel = deliveries.channel and place.destination_hash = deliveries.destination_hash and place.paused_until > now()))
        returning id`,
        [deliveryId, leaseToken],
      );
      if (claimed) return await this.manager.findOneByOrFail(Delivery, { id: deliveryId });
      await this.deferUntilCooldownEnds(deliveryId, leaseToken);
      return null;
    } catch (error) {
      if (violatedUniqueConstraint(error) === 'uq_deliveries_in_flight') return null;
      throw error;
    }
  }

  /**
   * Notes how a try ended: on the delivery, as an attempt of its own, and on the place it went to, which may get a rest then.
   * A fault that may pass does not hide one that somebody has to mend; only a success ends that one. The addresses of callbacks
   * are mostly good for one call, so one is only remembered while it is in trouble and a message waits for it.
   * @returns false when the delivery is with another sender by now, and nothing was noted
   */
  async conclude({ deliveryId, leaseToken }: LeasedDelivery, outcome: DeliveryOutcome): Promise<boolean> {
    const concluded = await row<{ isPaused: boolean }>(
      this.manager,
      `
      with concluded as (
        update deliveries set state = $3, run_after = now() + make_interval(secs => $4::float8), provider_ref = coalesce($5, provider_ref),
          error_code = $6, error_message = $7, uncertain_tries = uncertain_tries + case when $3 = 'unknown' then 1 else 0 end,
          sent_at = case when $3 = 'sent' then now() else sent_at end,
          lease_token = null, lease_until = null, updated_at = now()
        where id = $1 and lease_token = $2 and state in ('sending', 'verifying')
        returning id, attempts, user_id, channel, destination, destination_hash,
          channel = 'callback' and ($3 = 'sent' or $3 in ('failed', 'dead', 'suppressed') and not exists (
            select from deliveries other where other.user_id = deliveries.user_id and other.channel = deliveries.channel
              and other.destination_hash = deliveries.destination_hash
              and other.state in ('pending', 'retry', 'unknown'))) as is_done_with
      ), tried as (
        insert into delivery_attempts (delivery_id, attempt, outcome, error_code, error_message, started_at)
        select id, attempts, $3, $6, $7, $8 from concluded
      ), place as (
        insert into connections as place (user_id, channel, destination_hash, destination, last_success_at, failures, paused_until,
          error_code, error_message, is_permanent, failed_at)
        select user_id, channel, destination_hash, destination, case when $3 = 'sent' then now() end, case when $9 then 1 else 0 end,
          now() + make_interval(secs => $10::float8), $6, $7, $11, case when $3 <> 'sent' then now() end
        from concluded where $3 <> 'suppressed' and not is_done_with
        on conflict (user_id, channel, destination_hash) do update set
          destination = excluded.destination,
          last_success_at = coalesce(excluded.last_success_at, place.last_success_at),
          failures = case when $3 = 'sent' then 0 when $9 then place.failures + 1 else place.failures end,
          paused_until = case when $3 = 'sent' then null else greatest(excluded.paused_until, place.paused_until,
            case when $9 and place.failures + 1 >= ${FAILURES_BEFORE_PAUSE} then now() + make_interval(secs =>
              least(${FIRST_PAUSE_SECONDS} * 2.0 ^ least(place.failures + 1 - ${FAILURES_BEFORE_PAUSE}, 10), ${LONGEST_PAUSE_SECONDS})) end) end,
          error_code = case when ${REPLACES_CURRENT_ERROR} then excluded.error_code else place.error_code end,
          error_message = case when ${REPLACES_CURRENT_ERROR} then excluded.error_message else place.error_message end,
          failed_at = case when ${REPLACES_CURRENT_ERROR} then excluded.failed_at else place.failed_at end,
          is_permanent = case when ${REPLACES_CURRENT_ERROR} then excluded.is_permanent else place.is_permanent end
        returning paused_until > now() as is_paused
      ), forgotten as (
        delete from connections place using concluded
        where is_done_with and place.user_id = concluded.user_id
          and place.channel = concluded.channel and place.destination_hash = concluded.destination_hash
      )
      select coalesce((select is_paused from place), false) as "isPaused" from concluded`,
      [
        deliveryId,
        leaseToken,
        outcome.state,
        (outcome.delayMs ?? 0) / 1_000,
        outcome.providerRef ?? null,
        outcome.errorCode ?? null,
        outcome.errorMessage ?? null,
        outcome.startedAt,
        TRANSIENT_STATES.has(outcome.state),
        outcome.pauseMs === undefined ? null : outcome.pauseMs / 1_000,
        outcome.state === 'failed' && !outcome.isTransient,
      ],
    );
    if (concluded?.isPaused) await this.deferAllUntilCooldownEnds(deliveryId);
    return concluded !== undefined;
  }

  /**
   * Notes where a message is about to go, so that whoever tries next can look for it there. Committed before the message leaves.
   * @returns false when the delivery is with another sender by now
   */
  async keepReference({ id, leaseToken }: Pick<Delivery, 'id' | 'leaseToken'>, providerRef: string): Promise<boolean> {
    return (
      (await row(
        this.manager,
        `
      update deliveries set provider_ref = $3, updated_at = now()
      where id = $1 and lease_token = $2 and state in ('sending', 'verifying') returning id`,
        [id, leaseToken, providerRef],
      )) !== undefined
    );
  }

  /** Gives a delivery back that cannot be sent yet. The try does not count. */
  async postpone({ deliveryId, leaseToken }: LeasedDelivery, delayMs: number): Promise<void> {
    await rows(
      this.manager,
      `
      update deliveries set state = case state when 'verifying' then 'unknown' when 'sending' then 'retry' end, attempts = attempts - 1,
        run_after = now() + make_interval(secs => $3::float8), lease_token = null, lease_until = null, updated_at = now()
      where id = $1 and lease_token = $2 and state in ('sending', 'verifying')`,
      [deliveryId, leaseToken, delayMs / 1_000],
    );
  }

  /** Whether a later run of the call says the same, newer, at the same place. */
  async isSuperseded({ callId, channel, destinationHash, runNumber }: Delivery): Promise<boolean> {
    return (
      (await row(
        this.manager,
        `
      select 1 from deliveries where call_id = $1 and channel = $2 and destination_hash = $3 and run_number > $4 limit 1`,
        [callId, channel, destinationHash, runNumber],
      )) !== undefined
    );
  }

  /** The messages about a call, each with its tries, in the order they were planned. */
  async listForCall(userId: string, callId: string): Promise<DeliveryWithTries[]> {
    const deliveries = await this.manager.find(Delivery, {
      where: { userId, callId },
      order: { createdAt: 'ASC', channel: 'ASC', destination: 'ASC' },
    });
    return this.withTries(deliveries);
  }

  /** `null` when there is no such message in this account. */
  async find(userId: string, deliveryId: string): Promise<DeliveryWithTries | null> {
    const delivery = await this.manager.findOneBy(Delivery, { id: deliveryId, userId });
    return (await this.withTries(delivery ? [delivery] : []))[0] ?? null;
  }

  /**
   * Makes a message due again that has come to an end, or waits for its next try. The count of tries goes on: it numbers them.
   * What kept it from being sent is looked at again then; a rest of its place is over. Run it in a transaction.
   * @returns whether it was so; not when it is on its way, or is not there
   */
  async resend(userId: string, deliveryId: string): Promise<boolean> {
    const place = await row<Pick<Delivery, 'channel' | 'destinationHash'>>(
      this.manager,
      `
      update deliveries set state = 'pending', run_after = now(), uncertain_tries = 0, lease_token = null, lease_until = null,
        error_code = null, error_message = null, updated_at = now()
      where user_id = $1 and id = $2
        and (state in ('sent', 'failed', 'dead', 'suppressed') or (state = 'retry' and (lease_until is null or lease_until < now())))
      returning channel, destination_hash as "destinationHash"`,
      [userId, deliveryId],
    );
    if (!place) return false;
    // After the message, in the order in which an outcome is noted: the other way round the two could wait for each other.
    await rows(
      this.manager,
      `
      update connections set paused_until = null
      where user_id = $1 and channel = $2 and destination_hash = $3 and paused_until is not null`,
      [userId, place.channel, place.destinationHash],
    );
    return true;
  }

  /** Leases a delivery back to the end of its place's rest. */
  private async deferUntilCooldownEnds(deliveryId: string, leaseToken: string): Promise<void> {
    await rows(
      this.manager,
      `
      update deliveries set run_after = place.paused_until, lease_token = null, lease_until = null, updated_at = now()
      from connections place
      where deliveries.id = $1 and deliveries.lease_token = $2 and deliveries.state in ('pending', 'retry', 'unknown')
        and place.user_id = deliveries.user_id and place.channel = deliveries.channel
        and place.destination_hash = deliveries.destination_hash and place.paused_until > now()`,
      [deliveryId, leaseToken],
    );
  }

  /** The same for all that is due at the place of a delivery: looking at each of them again and again would be work for nothing. */
  private async deferAllUntilCooldownEnds(deliveryId: string): Promise<void> {
    await rows(
      this.manager,
      `
      update deliveries set run_after = greatest(deliveries.run_after, place.paused_until), updated_at = now()
      from deliveries tried join connections place on place.user_id = tried.user_id and place.channel = tried.channel and place.destination_hash = tried.destination_hash
      where tried.id = $1 and place.paused_until > now() and deliveries.user_id = tried.user_id and deliveries.channel = tried.channel
        and deliveries.destination_hash = tried.destination_hash and deliveries.state in ('pending', 'retry', 'unknown') and deliveries.lease_until is null
        and deliveries.call_id is not null`,
      [deliveryId],
    );
  }

  private async withTries(deliveries: readonly Delivery[]): Promise<DeliveryWithTries[]> {
    const tries = await this.manager.find(DeliveryAttempt, {
      where: { deliveryId: In(deliveries.map(({ id }) => id)) },
      order: { attempt: 'ASC' },
    });
    return deliveries.map((delivery) => ({
      delivery,
      tries: tries.filter(({ deliveryId }) => deliveryId === delivery.id),
    }));
  }
}
