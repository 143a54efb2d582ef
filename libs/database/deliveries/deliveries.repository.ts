import { In } from 'typeorm';

import { channelsWith } from '@ringwell/domain/channels/channels';
import type { DeliveryChannelName, DeliveryEvent, DeliveryState } from '@ringwell/domain/deliveries/delivery';
import { FEED_ERRORS } from '@ringwell/domain/deliveries/service-titan';

import { Call } from '../calls/call.entity';
import { SqlRepository, violatedUniqueConstraint } from '../postgres/sql';
import type { LeasedDelivery } from '../scheduling/dispatch.repository';
import { Delivery } from './delivery.entity';

/** A message to send about a finished call. If it must not be sent, it's planned as `suppressed`, with the reason. */
export type PlannedDelivery = Pick<Delivery, 'channel' | 'destination' | 'destinationHash' | 'priority'> &
  Partial<Pick<Delivery, 'state' | 'errorCode' | 'errorMessage'>> & {
    /** Maximum time to wait for the call's text. */
    waitSeconds?: number;
  };

type Destination = Pick<Delivery, 'channel' | 'destination' | 'destinationHash'>;
type CallRun = Pick<Call, 'id' | 'accountId' | 'runNumber'>;

export interface DeliveryOutcome {
  state: Extract<DeliveryState, 'sent' | 'retry' | 'unknown' | 'failed' | 'dead' | 'suppressed'>;
  startedAt: Date;
  delayMs?: number;
  /**
   * Whether a failed test message, which gets only one attempt, failed for a transient reason, so that users don't have
   * to fix anything.
   */
  isTransient?: boolean;
  /** Pause requested by the remote service. Nothing else is sent to the destination until it ends. */
  pauseMs?: number;
  providerRef?: string;
  errorCode?: string;
  errorMessage?: string;
}

const TRANSIENT_STATES: ReadonlySet<DeliveryState> = new Set(['retry', 'unknown', 'dead']);

// After this time, an attempt's sender is presumed dead.
const SENDING_LEASE_SECONDS = 60;

// Test messages go first, because a user is waiting for them.
const TEST_PRIORITY = 2;
// Sent before webhooks, because people are waiting for digests.
const DIGEST_PRIORITY = 1;

// After this many consecutive failures, a destination is paused: first for a minute, doubling each time up to 15
// minutes.
const FAILURES_BEFORE_PAUSE = 5;
const FIRST_PAUSE_SECONDS = 60;
const MAX_PAUSE_SECONDS = 900;

// Whether an outcome replaces the connection's displayed failure. Writing a note doesn't show whether calls and jobs
// can be read; a test does.
const REPLACES_CURRENT_ERROR = `((connection.error_code = any('{${FEED_ERRORS.join()}}') is not true
    or exists (select from concluded where call_id is null))
  and ($3 = 'sent' or excluded.is_permanent or not connection.is_permanent))`;

/** Whether a message waits for the operator to set up its channel. */
export const WAITS_FOR_SETUP = `state = 'suppressed' and error_code in ('MAIL_UNAVAILABLE', 'SERVICETITAN_UNAVAILABLE')
  and created_at > now() - interval '7 days'`;

const isTestSql = (table: string): string =>
  `${table}.call_id is null and ${table}.escalation_id is null and ${table}.follow_up_event_id is null
    and ${table}.weekly_letter_id is null`;

export class DeliveriesRepository extends SqlRepository {
  /** Inserts a run's messages. Doesn't change existing ones. */
  async plan(call: CallRun, planned: readonly PlannedDelivery[]): Promise<void> {
    if (planned.length === 0) return;
    await this.manager
      .createQueryBuilder()
      .insert()
      .into(Delivery)
      .values(
        planned.map(({ waitSeconds = 0, ...delivery }) => ({
          ...delivery,
          runAfter: () => `now() + make_interval(secs => ${waitSeconds})`,
          accountId: call.accountId,
          callId: call.id,
          runNumber: call.runNumber,
        })),
      )
      .orIgnore()
      .execute();
  }

  /**
   * Inserts a message about an event after a call's run. Run this in the transaction that makes the change and locks
   * the call, so that the latest message has the latest timestamp.
   */
  async planEvent(
    { id, accountId, runNumber }: CallRun,
    event: DeliveryEvent,
    destination: Destination,
  ): Promise<void> {
    const createdAt = (): string => 'clock_timestamp()';
    await this.manager.insert(Delivery, { ...destination, accountId, callId: id, runNumber, event, createdAt });
  }

  /**
   * Inserts messages that aren't about a call. Run this in the transaction that adds what they're about.
   * @param subject the digest or weekly letter; omit it for test messages
   * @returns their ids
   */
  async planMessages(
    accountId: string,
    planned: readonly Omit<PlannedDelivery, 'priority'>[],
    subject: Partial<Pick<Delivery, 'escalationId' | 'weeklyLetterId'>> = {},
  ): Promise<string[]> {
    if (planned.length === 0) return [];
    const priority = subject.weeklyLetterId ? 0 : subject.escalationId ? DIGEST_PRIORITY : TEST_PRIORITY;
    const messages = planned.map((delivery) => ({
      ...delivery,
      ...subject,
      accountId,
      callId: null,
      runNumber: 0,
      priority,
    }));
    const { identifiers } = await this.manager.insert(Delivery, messages);
    return identifiers.map(({ id }) => id as string);
  }

  listLatestTests(accountId: string, channel: DeliveryChannelName): Promise<Delivery[]> {
    return this.manager
      .createQueryBuilder(Delivery, 'test')
      .where(
        `test.account_id = :accountId and test.channel = :channel and ${isTestSql('test')}
      and test.created_at = (select max(created_at) from deliveries where account_id = :accountId and channel = :channel and ${isTestSql('deliveries')})`,
        { accountId, channel },
      )
      .orderBy('test.destination')
      .getMany();
  }

  /**
   * Returns the time since the latest of these messages was sent, by PostgreSQL's clock, or `null` if none was sent.
   */
  async getMsSinceSent(ids: readonly string[]): Promise<number | null> {
    const latest = await this.row<{ ms: number | null }>(
      `
      select extract(epoch from clock_timestamp() - max(sent_at))::float8 * 1000 as ms from deliveries where id = any($1)`,
      [ids],
    );
    return latest?.ms ?? null;
  }

  /** Returns deliveries sorted by destination. Omits those that don't exist. */
  findByIds(accountId: string, deliveryIds: readonly string[]): Promise<Delivery[]> {
    return this.manager.find(Delivery, { where: { id: In(deliveryIds), accountId }, order: { destination: 'ASC' } });
  }

  /**
   * Claims a leased delivery: its state becomes `sending`, or `verifying` if an earlier attempt may have arrived. The
   * claim must be committed before any request goes out. Returns `null` if the lease is outdated, the account is
   * disabled, the destination is paused (except for test messages), or another of the account's messages is being sent
   * on this channel.
   */
  async claim({ deliveryId, leaseToken }: LeasedDelivery): Promise<Delivery | null> {
    try {
      const claimed = await this.row(
        `
        update deliveries set state = case state when 'unknown' then 'verifying' else 'sending' end, attempts = attempts + 1,
          lease_until = now() + make_interval(secs => ${SENDING_LEASE_SECONDS}), updated_at = now()
        where id = $1 and lease_token = $2 and state in ('pending', 'retry', 'unknown')
          and (select is_active from accounts where id = deliveries.account_id)
          and (${isTestSql('deliveries')} or not exists (select from connections connection where connection.account_id = deliveries.account_id
            and connection.channel = deliveries.channel and connection.destination_hash = deliveries.destination_hash and connection.paused_until > now()))
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
   * Records an attempt and its outcome, and updates the delivery and its connection, which may be paused. A transient
   * failure doesn't replace a permanent one; only a success clears a permanent failure. A note's outcome never replaces
   * a failure to read ServiceTitan's feeds. Callback URLs are mostly used for a single call, so a callback's connection
   * is only kept while it's failing and has a waiting message.
   * @returns false, without recording anything, if another sender has taken over the delivery
   */
  async conclude({ deliveryId, leaseToken }: LeasedDelivery, outcome: DeliveryOutcome): Promise<boolean> {
    const concluded = await this.row<{ isPaused: boolean }>(
      `
      with concluded as (
        update deliveries set state = $3, run_after = now() + make_interval(secs => $4::float8), provider_ref = coalesce($5, provider_ref),
          error_code = $6, error_message = $7, uncertain_tries = uncertain_tries + case when $3 = 'unknown' then 1 else 0 end,
          sent_at = case when $3 = 'sent' then now() else sent_at end,
          lease_token = null, lease_until = null, updated_at = now()
        where id = $1 and lease_token = $2 and state in ('sending', 'verifying')
        returning id, attempts, account_id, call_id, channel, destination, destination_hash,
          channel = 'callback' and ($3 = 'sent' or $3 in ('failed', 'dead', 'suppressed') and not exists (
            select from deliveries other where other.account_id = deliveries.account_id and other.channel = deliveries.channel
              and other.destination_hash = deliveries.destination_hash
              and other.state in ('pending', 'retry', 'unknown'))) as is_done_with
      ), attempt_created as (
        insert into delivery_attempts (delivery_id, attempt, outcome, error_code, error_message, started_at)
        select id, attempts, $3, $6, $7, $8 from concluded
      ), connection_updated as (
        insert into connections as connection (account_id, channel, destination_hash, destination, last_success_at, failures, paused_until,
          error_code, error_message, is_permanent, failed_at)
        select account_id, channel, destination_hash, destination, case when $3 = 'sent' then now() end, case when $9 then 1 else 0 end,
          now() + make_interval(secs => $10::float8), $6, $7, $11, case when $3 <> 'sent' then now() end
        from concluded where $3 <> 'suppressed' and not is_done_with
        on conflict (account_id, channel, destination_hash) do update set
          destination = excluded.destination,
          last_success_at = coalesce(excluded.last_success_at, connection.last_success_at),
          failures = case when $3 = 'sent' then 0 when $9 then connection.failures + 1 else connection.failures end,
          paused_until = case when $3 = 'sent' then null else greatest(excluded.paused_until, connection.paused_until,
            case when $9 and connection.failures + 1 >= ${FAILURES_BEFORE_PAUSE} then now() + make_interval(secs =>
              least(${FIRST_PAUSE_SECONDS} * 2.0 ^ least(connection.failures + 1 - ${FAILURES_BEFORE_PAUSE}, 10), ${MAX_PAUSE_SECONDS})) end) end,
          error_code = case when ${REPLACES_CURRENT_ERROR} then excluded.error_code else connection.error_code end,
          error_message = case when ${REPLACES_CURRENT_ERROR} then excluded.error_message else connection.error_message end,
          failed_at = case when ${REPLACES_CURRENT_ERROR} then excluded.failed_at else connection.failed_at end,
          is_permanent = case when ${REPLACES_CURRENT_ERROR} then excluded.is_permanent else connection.is_permanent end
        returning paused_until > now() as is_paused
      ), connection_deleted as (
        delete from connections connection using concluded
        where is_done_with and connection.account_id = concluded.account_id
          and connection.channel = concluded.channel and connection.destination_hash = concluded.destination_hash
      )
      select coalesce((select is_paused from connection_updated), false) as "isPaused" from concluded`,
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
   * Saves where a message is about to be sent, so that the next attempt can look for it there. Must be committed before
   * the message is sent.
   * @returns false if another sender has taken over the delivery
   */
  async saveProviderRef(
    { id, leaseToken }: Pick<Delivery, 'id' | 'leaseToken'>,
    providerRef: string,
  ): Promise<boolean> {
    return this.hasRow(
      `
      update deliveries set provider_ref = $3, updated_at = now()
      where id = $1 and lease_token = $2 and state in ('sending', 'verifying') returning id`,
      [id, leaseToken, providerRef],
    );
  }

  /**
   * Requeues a delivery that can't be sent yet, without counting the attempt.
   * @param reason replaces the last error
   */
  async postpone(
    { deliveryId, leaseToken }: LeasedDelivery,
    delayMs: number,
    reason?: { code: string; message: string },
  ): Promise<void> {
    await this.rows(
      `
      update deliveries set state = case when state = 'verifying' then 'unknown' when attempts > 1 then 'retry' else 'pending' end,
        attempts = attempts - 1, run_after = now() + make_interval(secs => $3::float8), lease_token = null, lease_until = null,
        error_code = coalesce($4, error_code), error_message = coalesce($5, error_message), updated_at = now()
      where id = $1 and lease_token = $2 and state in ('sending', 'verifying')`,
      [deliveryId, leaseToken, delayMs / 1_000, reason?.code ?? null, reason?.message ?? null],
    );
  }

  /** Queues the last week's messages that weren't sent because the operator hadn't set up their channel. */
  requeueUnavailable(channels: readonly DeliveryChannelName[]): Promise<number> {
    return this.countRows(
      `
      update deliveries set state = 'pending', run_after = now(), error_code = null, error_message = null, updated_at = now()
      where ${WAITS_FOR_SETUP} and channel = any($1) returning id`,
      [channels],
    );
  }

  /**
   * Releases emails that are waiting for quiet hours to end. Quiet hours are rechecked when an email is sent.
   * @param address defaults to all of the account's addresses
   */
  async endQuietHours(accountId: string, address?: string): Promise<void> {
    await this.rows(
      `
      update deliveries set run_after = now(), updated_at = now()
      where account_id = $1 and channel = 'email' and ($2::text is null or lower(destination) = lower($2))
        and error_code = 'QUIET_HOURS'
        and state in ('pending', 'retry', 'unknown') and lease_until is null`,
      [accountId, address ?? null],
    );
  }

  /**
   * Whether a newer message to the destination replaces this one: from a later run, or about a later event of the same
   * kind. A later run's note also includes earlier events.
   */
  async isSuperseded({ id }: Pick<Delivery, 'id'>): Promise<boolean> {
    return this.hasRow(
      `
      select 1 from deliveries message join deliveries later on later.call_id = message.call_id
        and later.channel = message.channel and later.destination_hash = message.destination_hash
      where message.id = $1 and case
        when later.event is null and (message.event is null or message.channel = 'servicetitan')
          then later.run_number > message.run_number
        else later.event = message.event and later.created_at > message.created_at end
      limit 1`,
      [id],
    );
  }

  /** Whether a message about an earlier run of the call was sent on the same channel. */
  wasSentForEarlierRun({
    callId,
    channel,
    runNumber,
  }: Pick<Delivery, 'callId' | 'channel' | 'runNumber'>): Promise<boolean> {
    return this.hasRow(
      'select from deliveries where call_id = $1 and channel = $2 and run_number < $3 and sent_at is not null limit 1',
      [callId, channel, runNumber],
    );
  }

  /**
   * Makes a message due again if its state is final or it's waiting for its next attempt. Doesn't reset the attempt
   * count, because attempts are numbered. A message that may arrive late is looked for again, unless no attempts are
   * left. Whatever suppressed the message is rechecked when it's sent. Also ends its destination's pause. Run this in a
   * transaction.
   * @returns false if the message is being sent or doesn't exist
   */
  async resend(accountId: string, deliveryId: string): Promise<boolean> {
    const destinationKey = await this.row<Pick<Delivery, 'channel' | 'destinationHash'>>(
      `
      update deliveries set state = 'pending', run_after = now(), lease_token = null, lease_until = null, error_code = null,
        uncertain_tries = case when channel = any($3) and state in ('retry', 'suppressed', 'failed') then uncertain_tries else 0 end,
        error_message = null, updated_at = now()
      where account_id = $1 and id = $2
        and (state in ('sent', 'failed', 'dead', 'suppressed') or (state = 'retry' and (lease_until is null or lease_until < now())))
      returning channel, destination_hash as "destinationHash"`,
      [accountId, deliveryId, channelsWith('mayArriveLate')],
    );
    if (!destinationKey) return false;
    // The new message's links work even if the earlier one's were used.
    await this.rows('delete from follow_up_links where delivery_id = $1', [deliveryId]);
    // Updates the delivery before the connection, like `conclude`. The reverse order could deadlock.
    await this.rows(
      `
      update connections set paused_until = null
      where account_id = $1 and channel = $2 and destination_hash = $3 and paused_until is not null`,
      [accountId, destinationKey.channel, destinationKey.destinationHash],
    );
    return true;
  }

  private async deferUntilCooldownEnds(deliveryId: string, leaseToken: string): Promise<void> {
    await this.rows(
      `
      update deliveries set run_after = connection.paused_until, lease_token = null, lease_until = null, updated_at = now()
      from connections connection
      where deliveries.id = $1 and deliveries.lease_token = $2 and deliveries.state in ('pending', 'retry', 'unknown')
        and connection.account_id = deliveries.account_id and connection.channel = deliveries.channel
        and connection.destination_hash = deliveries.destination_hash and connection.paused_until > now()`,
      [deliveryId, leaseToken],
    );
  }

  // Defers all due deliveries to the same destination, because they can't be claimed during the pause.
  private async deferAllUntilCooldownEnds(deliveryId: string): Promise<void> {
    await this.rows(
      `
      update deliveries set run_after = greatest(deliveries.run_after, connection.paused_until), updated_at = now()
      from deliveries tried join connections connection on connection.account_id = tried.account_id and connection.channel = tried.channel and connection.destination_hash = tried.destination_hash
      where tried.id = $1 and connection.paused_until > now() and deliveries.account_id = tried.account_id and deliveries.channel = tried.channel
        and deliveries.destination_hash = tried.destination_hash and deliveries.state in ('pending', 'retry', 'unknown') and deliveries.lease_until is null
        and not (${isTestSql('deliveries')})`,
      [deliveryId],
    );
  }
}
