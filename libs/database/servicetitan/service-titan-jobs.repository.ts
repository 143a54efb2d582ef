import type { EntityManager } from 'typeorm';

import { CallEventsRepository } from '../deliveries/call-events.repository';
import { FollowUpDeliveriesRepository } from '../deliveries/follow-up-deliveries.repository';
import { closeWonLeads } from '../follow-ups/close-won-leads';
import { rows, SqlRepository } from '../postgres/sql';
import { JobMatchingRepository, type BookingFactUpdate } from './job-matching.repository';
import type { ServiceTitanJob } from './service-titan-job.entity';
import { moveCursor, type FeedPage, type PolledAccount } from './service-titan-polls.repository';

// Matching 100,000 calls to 50,000 jobs in one statement takes a third of the statement timeout.
const MAX_CALLS_PER_MATCHING = 5_000;

export type FetchedJob = Pick<
  ServiceTitanJob,
  'id' | 'number' | 'customerId' | 'leadCallId' | 'isCanceled' | 'createdAt' | 'modifiedAt'
> & {
  totalCents: number | null;
  /** Null if the stored numbers are still valid. */
  phones: string[] | null;
};

/** Stores jobs, and finds the calls that led to them. */
export class ServiceTitanJobsRepository extends SqlRepository {
  constructor(
    manager: EntityManager,
    private readonly maxCallsPerMatching = MAX_CALLS_PER_MATCHING,
  ) {
    super(manager);
  }

  /** Returns the customers of new jobs and of jobs whose customer changed. */
  async listNewCustomers(
    accountId: string,
    jobs: readonly Pick<FetchedJob, 'id' | 'customerId'>[],
  ): Promise<Set<string>> {
    const rows = await this.rows<{ customerId: string }>(
      `
      select distinct read."customerId" from jsonb_to_recordset($2) as read (id text, "customerId" text)
      where read."customerId" is not null and not exists (select from service_titan_jobs job
        where job.account_id = $1 and job.id = read.id and job.customer_id = read."customerId")`,
      [accountId, JSON.stringify(jobs.map(({ id, customerId }) => ({ id, customerId })))],
    );
    return new Set(rows.map(({ customerId }) => customerId));
  }

  /**
   * Stores the jobs on a page and the new cursor atomically; see `ServiceTitanPollsRepository.storePage`. After
   * the last page, finds the calls that led to the jobs, in several transactions if there are many. Only the last
   * transaction marks the jobs as read, so that the next pass continues after a crash. Closes leads as won when their
   * job is found. Notifies connected systems of newly confirmed calls, except the first time.
   * @returns the number of calls newly found to be booked, or null if nothing was stored
   */
  async storePage(
    polled: PolledAccount,
    cursor: string | null,
    page: FeedPage & { jobs: readonly FetchedJob[] },
  ): Promise<number | null> {
    const result = await this.manager.transaction(async (manager) => {
      const { id } = polled.account;
      if (!(await moveCursor(manager, 'jobs', polled, cursor, { ...page, isLast: false }))) return null;
      if (cursor === null) await rows(manager, 'delete from service_titan_jobs where account_id = $1', [id]);
      await storeJobs(manager, id, page.jobs);
      if (!page.isLast) return { booked: 0, hasMore: false };
      const matched = await this.match(manager, polled);
      if (!matched.hasMore) await moveCursor(manager, 'jobs', polled, page.continueFrom, page);
      return matched;
    });
    if (!result?.hasMore) return result && result.booked;
    return result.booked + ((await this.storePage(polled, page.continueFrom, { ...page, jobs: [] })) ?? 0);
  }

  private async match(
    manager: EntityManager,
    { account, settings: { serviceTitanJobDays, jobsReadAt } }: PolledAccount,
  ): Promise<{ booked: number; hasMore: boolean }> {
    const { found, hasMore } = await new JobMatchingRepository(manager).match(
      account.id,
      serviceTitanJobDays,
      jobsReadAt,
      this.maxCallsPerMatching,
    );
    const bookedJobs = found.filter(({ isBooked }) => isBooked);
    const confirmedJobs = bookedJobs.filter((fact) => fact.isConfirmed && !(fact.wasBooked && fact.wasConfirmed));
    if (jobsReadAt !== null)
      await new CallEventsRepository(manager).planWebhooks(account.id, getCallIds(confirmedJobs), 'call.confirmed');
    const leadChanges = await closeWonLeads(manager, getCallIds(found));
    await new FollowUpDeliveriesRepository(manager).planEvents(account.id, leadChanges);
    return { booked: bookedJobs.filter(({ wasBooked }) => !wasBooked).length, hasMore };
  }
}

async function storeJobs(manager: EntityManager, accountId: string, jobs: readonly FetchedJob[]): Promise<void> {
  // A statement can change a row only once, so the latest version on the page is used.
  const sortedJobs = jobs.toSorted((a, b) => a.modifiedAt.getTime() - b.modifiedAt.getTime());
  const latestJobs = [...new Map(sortedJobs.map((job) => [job.id, job])).values()];
  const columns = 'number, customer_id, lead_call_id, total_cents, is_canceled, created_at, modified_at';
  const qualifyColumns = (table: string): string => columns.replaceAll(/\w+/g, (column) => `${table}.${column}`);
  await rows(
    manager,
    `
    insert into service_titan_jobs as job (account_id, id, phones, ${columns})
    select $1, id, coalesce(phones, '{}'), number, "customerId", "leadCallId", "totalCents", "isCanceled", "createdAt",
      "modifiedAt"
    from jsonb_to_recordset($2) as read (id text, number text, "customerId" text, "leadCallId" text, phones text[],
      "totalCents" bigint, "isCanceled" boolean, "createdAt" timestamptz, "modifiedAt" timestamptz)
    on conflict (account_id, id) do update set (${columns}) = row(${qualifyColumns('excluded')}), stored_at = now(),
      phones = case when excluded.phones = '{}' and job.customer_id = excluded.customer_id then job.phones
        else excluded.phones end
    where job.modified_at <= excluded.modified_at and (${qualifyColumns('job')}) is distinct from (${qualifyColumns('excluded')})`,
    [accountId, JSON.stringify(latestJobs)],
  );
}

const getCallIds = (facts: readonly BookingFactUpdate[]): string[] => facts.map(({ callId }) => callId);
