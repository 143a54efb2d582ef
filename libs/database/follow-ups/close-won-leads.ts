import type { EntityManager } from 'typeorm';

import { CustomerStandingsRepository } from '../customers/customer-standings.repository';
import { CustomersRepository } from '../customers/customers.repository';
import { WAITING_SQL } from '../customers/waiting-sql';
import { attemptUntilUnchanged } from '../postgres/attempt';
import { row, rows } from '../postgres/sql';
import { recordFollowUpEvent, type FollowUpChange } from './follow-up-events';
import { FollowUp } from './follow-up.entity';
import { AVERAGE_JOB_CENTS, FollowUpsRepository } from './follow-ups.repository';

interface CallCustomer {
  accountId: string;
  customerId: string;
}

interface LeadJob {
  followUpId: string;
  jobId: string;
  isCanceled: boolean;
  /** Null if unknown. */
  totalCents: string | null;
}

const SELECT_JOBS = `
  select fact.*, customer_keys.customer_id as of_customer, least(calls.occurred_at, calls.created_at) as called_at
  from booking_facts fact join calls on calls.id = fact.call_id
    join customer_keys on customer_keys.account_id = calls.account_id and customer_keys.key = calls.customer_key
  where fact.call_id = any($1::uuid[])`;

const IS_ABOUT_CALL = `exists (
  select from follow_up_calls joined where joined.follow_up_id = follow_up.id and joined.call_id = job.call_id)`;

// A user reopened the lead even though the job was known.
const IS_OVERRULED = `exists (
  select from follow_up_events undone where undone.follow_up_id = follow_up.id and undone.type = 'reopened'
    and undone.actor is not null and undone.at > job.found_at)`;

/**
 * Applies calls' new and changed jobs to leads: a job closes its customer's waiting lead as won and stores its value,
 * and a canceled job reopens its lead. Ignores jobs from calls before the lead. Runs in the caller's transaction.
 * Pass the changes to `FollowUpDeliveriesRepository.planEvents` to notify connected systems.
 * @param callIds ids of calls with rows in `booking_facts`
 */
export async function closeWonLeads(manager: EntityManager, callIds: readonly string[]): Promise<FollowUpChange[]> {
  const customers = await attemptUntilUnchanged(manager, () => lockCustomers(manager, callIds));
  const changes: FollowUpChange[] = [];
  for (const job of await listLeadJobs(manager, callIds)) changes.push(...(await applyJob(manager, job)));
  if (changes.length > 0)
    for (const { accountId, customerId } of customers)
      await new CustomerStandingsRepository(manager).refresh(accountId, customerId);
  return changes;
}

// Returns undefined if a merge moved a customer's key before it was locked.
async function lockCustomers(manager: EntityManager, callIds: readonly string[]): Promise<CallCustomer[] | undefined> {
  const expectedCustomers = await listCustomers(manager, callIds);
  const accountIds = [...new Set(expectedCustomers.map(({ accountId }) => accountId))];
  for (const accountId of accountIds) {
    const ids = expectedCustomers.filter((item) => item.accountId === accountId).map(({ customerId }) => customerId);
    await new CustomersRepository(manager).lockWithKeys(accountId, ...ids);
  }
  const lockedIds = new Set(expectedCustomers.map(({ customerId }) => customerId));
  const current = await listCustomers(manager, callIds);
  return current.every(({ customerId }) => lockedIds.has(customerId)) ? current : undefined;
}

function listCustomers(manager: EntityManager, callIds: readonly string[]): Promise<CallCustomer[]> {
  return rows<CallCustomer>(
    manager,
    `select distinct account_id as "accountId", of_customer as "customerId" from (${SELECT_JOBS}) job order by 1, 2`,
    [callIds],
  );
}

// Chooses one job per lead: preferably one that is not canceled, then the lead's current one, then the earliest.
function listLeadJobs(manager: EntityManager, callIds: readonly string[]): Promise<LeadJob[]> {
  return rows<LeadJob>(
    manager,
    `
    select distinct on (follow_up.id) follow_up.id as "followUpId", job.job_id as "jobId",
      job.job_canceled_at is not null as "isCanceled", job.job_total_cents as "totalCents"
    from (${SELECT_JOBS}) job join follow_ups follow_up on follow_up.account_id = job.account_id
      and follow_up.customer_id = job.of_customer and follow_up.kind = 'lead'
    where follow_up.state in ${WAITING_SQL} and job.job_canceled_at is null
        and (job.called_at >= follow_up.opened_at or ${IS_ABOUT_CALL}) and not ${IS_OVERRULED}
      or follow_up.outcome = 'won'
        and (follow_up.job_id = job.job_id or follow_up.closed_by_call_id = job.call_id or ${IS_ABOUT_CALL})
    order by follow_up.id, job.job_canceled_at is not null, follow_up.job_id = job.job_id desc nulls last, job.called_at`,
    [callIds],
  );
}

async function applyJob(manager: EntityManager, job: LeadJob): Promise<FollowUpChange[]> {
  const { followUpId, jobId, isCanceled, totalCents } = job;
  if (isCanceled) {
    const followUp = await manager.findOneByOrFail(FollowUp, { id: followUpId });
    return followUp.jobId === jobId ? [await new FollowUpsRepository(manager).reopenOrAmend(followUp, null)] : [];
  }
  const wonLead = await row<{ wasWaiting: boolean }>(
    manager,
    `
    update follow_ups set state = 'done', outcome = 'won', closed_at = coalesce(before.closed_at, now()),
      snoozed_until = null, job_id = $2, is_estimate = $3::bigint is null,
      brought_cents = coalesce($3::bigint, ${AVERAGE_JOB_CENTS}), version = version + 1, updated_at = clock_timestamp()
    from (select closed_at, state in ${WAITING_SQL} as was_waiting from follow_ups where id = $1) before
    where id = $1 and (was_waiting or (job_id, is_estimate, brought_cents)
      is distinct from ($2, $3::bigint is null, coalesce($3::bigint, ${AVERAGE_JOB_CENTS})))
    returning was_waiting as "wasWaiting"`,
    [followUpId, jobId, totalCents],
  );
  return wonLead?.wasWaiting ? [await recordFollowUpEvent(manager, followUpId, 'done', { outcome: 'won' })] : [];
}
