import { JOBS_LOOKBACK_DAYS } from '@ringwell/domain/calls/booking-fact';

import { SqlRepository } from '../postgres/sql';

/** A call whose booking fact has changed, or that has ended since its fact was found. */
export interface BookingFactUpdate {
  callId: string;
  /** Whether the call has a job that hasn't been canceled. */
  isBooked: boolean;
  /** Whether the call already had such a job, the same or a different one. */
  wasBooked: boolean;
  /** Whether the evidence is more than a matching phone number. */
  isConfirmed: boolean;
  wasConfirmed: boolean;
}

// A call can't have taken place after it arrived. If its time is unknown, it's assumed to have ended when it arrived.
const STARTED_AT =
  'least(call.occurred_at, call.created_at - make_interval(secs => coalesce(call.duration_seconds, 0)::float8))';
const SELECT_CALLS = `
  select call.id, call.lead_call_id, call.customer_id, call.customer_key, call.finished_at, ${STARTED_AT} as started_at
  from calls call
  where call.account_id = $1 and call.source <> 'demo' and`;
const JOB_COLUMNS = 'job.id, job.number, job.total_cents, job.is_canceled, job.created_at, job.modified_at';
const IS_IN_WINDOW = `job.created_at >= call.started_at and job.created_at < call.started_at + make_interval(days => $2)`;
// How long it may take for a finished call's row to be committed and visible.
const COMMIT_MINUTES = 10;
const IS_CONFIRMED = `evidence <> 'phone'`;

export class JobMatchingRepository extends SqlRepository {
  /**
   * Matches an account's calls with its jobs: recent calls with all jobs, and earlier calls with the jobs that have
   * changed since. Prefers jobs that are not canceled, then stronger evidence, then earlier jobs. Drops facts whose job
   * no longer belongs to the customer, for example after a split. Locks the changed calls before the sums, like
   * `DeletedCallsRepository`.
   * @param windowDays how many days after a call a job may have been created to count as its result
   * @param since when calls and jobs were last matched; null on the first run
   * @param limit maximum number of facts to change, and to drop, because statements have a time limit
   * @returns the calls whose fact has changed, recently ended calls with a fact, and whether there may be more changes
   */
  async match(
    accountId: string,
    windowDays: number,
    since: Date | null,
    limit: number,
  ): Promise<{ found: BookingFactUpdate[]; hasMore: boolean }> {
    return this.onlyRow<{ found: BookingFactUpdate[]; hasMore: boolean }>(
      `
      with job as materialized (
        select * from service_titan_jobs where account_id = $1
      ), call as materialized (
        ${SELECT_CALLS} call.created_at >= coalesce($3::timestamptz - make_interval(days => $2 + 1),
          now() - interval '${JOBS_LOOKBACK_DAYS} days')
        union
        ${SELECT_CALLS} call.id in (select call_id from booking_facts fact join job on job.id = fact.job_id
          where fact.account_id = $1 and job.stored_at >= $3)
      ), key as (
        select call.id, call.started_at, coalesce(known.key, call.customer_key) as key
        from call left join customer_keys own on own.account_id = $1 and own.key = call.customer_key
          left join customer_keys known on known.account_id = $1 and known.customer_id = own.customer_id
        where call.customer_key is not null
      ), found as (
        select call.id as call_id, 1 as rank, 'lead_call' as evidence, ${JOB_COLUMNS} from call join job using (lead_call_id)
        union all
        select call.id, 2, 'customer', ${JOB_COLUMNS} from call join job using (customer_id) where ${IS_IN_WINDOW}
        union all
        select call.id, 2, 'customer', ${JOB_COLUMNS} from key call join job on call.key = 'id:' || job.customer_id where ${IS_IN_WINDOW}
        union all
        select call.id, 3, 'phone', ${JOB_COLUMNS} from key call
          join (select job.*, unnest(phones) as key from job) job using (key) where ${IS_IN_WINDOW}
      ), best as (
        select distinct on (call_id) * from found order by call_id, is_canceled, rank, created_at, id
      ), earlier as (
        select * from booking_facts where call_id in (select call_id from best)
      ), changed as (
        select best.* from best left join booking_facts fact using (call_id)
        where fact.call_id is null or (fact.evidence, fact.job_id, fact.job_number, fact.job_total_cents, fact.job_canceled_at)
          is distinct from (best.evidence, id, number, total_cents, case when is_canceled then modified_at end)
        limit $4
      ), lost as (
        select call_id from booking_facts fact join call on call.id = call_id
        where evidence <> 'lead_call' and job_id in (select id from job) and call_id not in (select call_id from best)
        limit $4
      ), held as (
        select id from calls where id in (select call_id from changed union all select call_id from lost)
        order by id for no key update
      ), dropped as (
        delete from booking_facts where call_id in (select call_id from lost join held on held.id = call_id)
      ), stored as (
        insert into booking_facts as fact (call_id, account_id, evidence, job_id, job_number, job_total_cents, job_canceled_at)
        select call_id, $1, evidence, id, number, total_cents, case when is_canceled then modified_at end from changed
        where call_id in (select id from held)
        on conflict (call_id) do update set evidence = excluded.evidence, job_id = excluded.job_id,
          job_number = excluded.job_number, job_total_cents = excluded.job_total_cents,
          job_canceled_at = excluded.job_canceled_at,
          found_at = case when fact.job_id = excluded.job_id then fact.found_at else now() end
        returning *
      )
      select coalesce(json_agg(json_build_object('callId', call_id, 'isBooked', not best.is_canceled,
          'wasBooked', coalesce(earlier.job_canceled_at is null and earlier.call_id is not null, false),
          'isConfirmed', best.${IS_CONFIRMED}, 'wasConfirmed', coalesce(earlier.${IS_CONFIRMED}, false))), '[]') as found,
        $4 in ((select count(*) from changed), (select count(*) from lost)) as "hasMore"
      from best join call on call.id = call_id left join stored using (call_id) left join earlier using (call_id)
      where stored.call_id is not null or call.finished_at > $3::timestamptz - interval '${COMMIT_MINUTES} minutes'`,
      [accountId, windowDays, since, limit],
    );
  }
}
