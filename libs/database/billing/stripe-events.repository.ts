import { SqlRepository } from '../postgres/sql';
import { uuidOrNull } from '../postgres/uuid';
import type { StripeEvent } from './stripe-event.entity';

export type NewStripeEvent = Pick<
  StripeEvent,
  'id' | 'type' | 'objectId' | 'subscriptionId' | 'customerId' | 'accountId' | 'created'
>;

export interface ClaimedStripeEvent extends Pick<StripeEvent, 'id' | 'type' | 'subscriptionId' | 'attempts'> {
  /** When it was claimed, by PostgreSQL's clock. Anything read from Stripe afterward is at least this recent. */
  claimedAt: Date;
}

// No attempt takes longer, even if Stripe doesn't respond. After this time, the worker is presumed dead.
const ATTEMPT_LEASE_SECONDS = 180;
// Stripe's search finds subscriptions older than this, even after an outage.
const RECENT_DAYS = 2;
// No account buys more subscriptions than this in that time.
const MAX_RECENT = 20;

export class StripeEventsRepository extends SqlRepository {
  /**
   * Stores an event unless it already exists. A failed event becomes pending again, because Stripe only resends it on
   * request.
   * @returns whether there's an event to process
   */
  async store({
    id,
    type,
    objectId,
    subscriptionId,
    customerId,
    accountId,
    created,
  }: NewStripeEvent): Promise<boolean> {
    return this.hasRow(
      `
      insert into stripe_events (id, type, object_id, subscription_id, customer_id, account_id, created)
      values ($1, $2, $3, $4, $5, (select accounts.id from accounts where accounts.id = $6), $7)
      on conflict (id) do update set state = 'pending', attempts = 0, run_after = now(), finished_at = null
        where stripe_events.state = 'failed'
      returning id`,
      [id, type, objectId, subscriptionId, customerId, uuidOrNull(accountId), created],
    );
  }

  /** Claims the next due event. The attempt is committed before it starts. Run this outside a transaction. */
  async claimDue(): Promise<ClaimedStripeEvent | undefined> {
    return await this.row<ClaimedStripeEvent>(
      `
      update stripe_events set attempts = attempts + 1,
        run_after = now() + make_interval(secs => ${ATTEMPT_LEASE_SECONDS})
      where id = (select id from stripe_events where state = 'pending' and run_after <= now()
        order by run_after, id limit 1 for update skip locked)
      returning id, type, subscription_id as "subscriptionId", attempts, now() as "claimedAt"`,
    );
  }

  /** Marks an event as done, along with all events about the same subscription that arrived before it was claimed. */
  async markDone({ id, subscriptionId, claimedAt }: ClaimedStripeEvent): Promise<void> {
    await this.rows(
      `
      update stripe_events set state = 'done', finished_at = now(), error_code = null, error_message = null
      where id = $1 or (subscription_id = $2 and state = 'pending' and received_at <= $3)`,
      [id, subscriptionId, claimedAt],
    );
  }

  /**
   * Records a failed attempt.
   * @param delayMs delay before the next attempt; if omitted, the event has failed permanently
   */
  async recordFailure(
    { id, attempts }: ClaimedStripeEvent,
    { code, message }: { code: string; message: string },
    delayMs?: number,
  ): Promise<void> {
    await this.rows(
      `
      update stripe_events set error_code = $3, error_message = $4,
        run_after = now() + make_interval(secs => coalesce($5::float8, 0)),
        state = case when $5::float8 is null then 'failed' else 'pending' end,
          finished_at = case when $5::float8 is null then now() end
      where id = $1 and attempts = $2 and state = 'pending'`,
      [id, attempts, code, message, delayMs === undefined ? null : delayMs / 1_000],
    );
  }

  async listRecentSubscriptionIds(accountId: string): Promise<string[]> {
    return this.values<string>(
      `
      select subscription_id from stripe_events
      where account_id = $1 and subscription_id is not null and received_at > now() - make_interval(days => ${RECENT_DAYS})
      group by subscription_id order by max(received_at) desc limit ${MAX_RECENT}`,
      [accountId],
    );
  }
}
