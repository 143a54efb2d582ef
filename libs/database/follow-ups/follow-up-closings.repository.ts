import type { FollowUpEventType } from '@ringwell/domain/follow-ups/follow-up';

import { CustomersRepository } from '../customers/customers.repository';
import { WAITING_SQL } from '../customers/waiting-sql';
import { SqlRepository } from '../postgres/sql';
import type { FollowUpActor } from './follow-up-changes.repository';
import type { FollowUpChange } from './follow-up-events';
import { REOPEN_ASSIGNMENTS } from './follow-ups.repository';
import { LAST_TOUCHED } from './urgency';

/** Keeps the transaction short. */
export const MAX_FOLLOW_UPS_PER_CLOSING = 1_000;
/** How long follow-ups that were closed together can be reopened together. */
export const UNDO_HOURS = 24;

/** The result of closing old follow-ups together. */
export interface FollowUpClosing {
  /** When they were closed, in Unix microseconds, as digits. Unique within the account. */
  id: string;
  changes: FollowUpChange[];
  /** Number of follow-ups that another request would close. */
  remainingCount: number;
  /** Number of follow-ups left open because a colleague has taken them. */
  takenCount: number;
}

const IS_OLD = `follow_up.account_id = $1 and follow_up.state in ${WAITING_SQL} and ${LAST_TOUCHED} < $2::timestamptz`;
// `taken_by` names someone without a user account who took the follow-up through a link in a message.
const BELONGS_TO_COLLEAGUE = `(follow_up.state = 'in_progress'
  and (follow_up.taken_by is not null or coalesce(follow_up.assignee_id <> $3, false)))`;
const CLOSED_AT = `timestamptz 'epoch' + $2::float8 * interval '1 microsecond'`;

/** Closes old follow-ups together, and reopens them. Runs in the caller's transaction. */
export class FollowUpClosingsRepository extends SqlRepository {
  /**
   * Dismisses follow-ups last touched before a given time, oldest first. Skips customers in danger, snoozed follow-ups,
   * and follow-ups that a colleague has taken.
   */
  async close(accountId: string, before: Date, actor: FollowUpActor, note: string): Promise<FollowUpClosing> {
    const parameters = [accountId, before, actor.userId];
    const rows = await this.rows<{ id: string; customerId: string | null }>(
      `select follow_up.id, follow_up.customer_id as "customerId" from follow_ups follow_up
      where ${IS_OLD} and not ${BELONGS_TO_COLLEAGUE} order by ${LAST_TOUCHED}, follow_up.id limit ${MAX_FOLLOW_UPS_PER_CLOSING}`,
      parameters,
    );
    await this.lockCustomers(accountId, rows);
    const closed = await this.rows<{ id: string }>(
      `
      with closed as (
        update follow_ups follow_up set state = 'dismissed', outcome = null, closed_at = now(), snoozed_until = null,
          version = version + 1, updated_at = clock_timestamp()
        where ${IS_OLD} and not ${BELONGS_TO_COLLEAGUE} and follow_up.id = any($4::uuid[])
        returning id, customer_id, promise_confirmed
      ), refreshed as (
        update customers set refresh_at = now() from closed
        where customers.account_id = $1 and customers.id = closed.customer_id and closed.promise_confirmed
      )
      select id from closed`,
      [...parameters, rows.map(({ id }) => id)],
    );
    const counts = await this.onlyRow<{ remainingCount: number; takenCount: number; id: string }>(
      `
      select count(*) filter (where not ${BELONGS_TO_COLLEAGUE})::int as "remainingCount",
        count(*) filter (where ${BELONGS_TO_COLLEAGUE})::int as "takenCount",
        (extract(epoch from now()) * 1000000)::bigint::text as id
      from follow_ups follow_up where ${IS_OLD}`,
      parameters,
    );
    return { ...counts, changes: await this.record(closed, 'dismissed', actor, note) };
  }

  /**
   * Reopens follow-ups that were closed together, except those that have changed since or whose customer has another
   * waiting follow-up. If customers have been merged since, only their latest follow-up is reopened.
   * @param id from `FollowUpClosing`
   */
  async undo(accountId: string, id: string, actor: FollowUpActor): Promise<FollowUpChange[]> {
    const isInClosingSql = `account_id = $1 and closed_at = ${CLOSED_AT} and state = 'dismissed'
      and closed_at > now() - interval '${UNDO_HOURS} hours'`;
    const rows = await this.rows<{ id: string; customerId: string | null }>(
      `select id, customer_id as "customerId" from follow_ups where ${isInClosingSql}`,
      [accountId, id],
    );
    await this.lockCustomers(accountId, rows);
    const reopened = await this.rows<{ id: string }>(
      `
      with reopened as (
        update follow_ups follow_up set ${REOPEN_ASSIGNMENTS}, version = version + 1, updated_at = clock_timestamp()
        where ${isInClosingSql} and id = any($3::uuid[]) and not exists (
          select from follow_ups other where other.account_id = $1 and other.customer_id = follow_up.customer_id
            and (other.state in ${WAITING_SQL}
              or ${isInClosingSql} and (other.opened_at, other.id) > (follow_up.opened_at, follow_up.id)))
        returning id, customer_id, promise_confirmed
      ), refreshed as (
        update customers set refresh_at = now() from reopened
        where customers.account_id = $1 and customers.id = reopened.customer_id and reopened.promise_confirmed
      )
      select id from reopened`,
      [accountId, id, rows.map((followUp) => followUp.id)],
    );
    return this.record(reopened, 'reopened', actor, null);
  }

  // Locks customers first, like every change, so that runs that are finishing one of their calls wait.
  private lockCustomers(accountId: string, rows: readonly { customerId: string | null }[]): Promise<void> {
    const ids = rows.map(({ customerId }) => customerId).filter((id) => id !== null);
    return new CustomersRepository(this.manager).lock(accountId, ...ids);
  }

  private record(
    followUps: readonly { id: string }[],
    type: FollowUpEventType,
    actor: FollowUpActor,
    note: string | null,
  ): Promise<FollowUpChange[]> {
    return this.rows(
      `
      insert into follow_up_events (follow_up_id, type, actor, note)
      select id, $2, $3, $4 from unnest($1::uuid[]) as changed (id)
      returning follow_up_id as "followUpId", id as "eventId", type, at`,
      [followUps.map(({ id }) => id), type, actor.name, note],
    );
  }
}
