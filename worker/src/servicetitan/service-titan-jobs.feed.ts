import { Injectable } from '@nestjs/common';

import {
  ServiceTitanJobsRepository,
  type FetchedJob,
} from '@ringwell/database/servicetitan/service-titan-jobs.repository';
import type { PolledAccount } from '@ringwell/database/servicetitan/service-titan-polls.repository';
import { JOBS_LOOKBACK_DAYS } from '@ringwell/domain/calls/booking-fact';
import { listPartyKeys } from '@ringwell/rules/calls/customer-key';

import type { ServiceTitanSession } from './service-titan-account';
import { FeedContext, ServiceTitanFeed, type FeedRequest, type FetchedPage } from './service-titan-feed';
import type { JobRow } from './service-titan-responses';

const HOUR_MS = 3_600_000;

/** Reads jobs, which show whether calls were booked. An account's jobs are read once for all of its calls. */
@Injectable()
export class ServiceTitanJobsFeed extends ServiceTitanFeed<JobRow> {
  readonly name = 'jobs';
  readonly errorCode = 'SERVICETITAN_JOBS';
  readonly consequence = "Jobs aren't being read, so calls aren't confirmed as booked.";
  protected readonly lookbackMs = JOBS_LOOKBACK_DAYS * 24 * HOUR_MS;
  protected readonly overlapMs = HOUR_MS;
  protected readonly request: FeedRequest<JobRow> = (...args) => this.context.client.fetchJobsSince(...args);

  constructor(
    context: FeedContext,
    private readonly jobs: ServiceTitanJobsRepository,
  ) {
    super(context);
  }

  protected getPosition({ settings }: PolledAccount): { cursor: string | null; readAt: Date | null } {
    return { cursor: settings.jobCursor, readAt: settings.jobsReadAt };
  }

  protected async store(
    account: PolledAccount,
    cursor: string | null,
    { rows, ...page }: FetchedPage<JobRow>,
    session: ServiceTitanSession,
  ): Promise<number | null> {
    const newCustomers = await this.jobs.listNewCustomers(account.account.id, rows);
    const phones = await this.context.client.findPhones(session, [...newCustomers]);
    return this.jobs.storePage(account, cursor, {
      ...page,
      jobs: rows.map((row) => toFetchedJob(row, phones.get(row.customerId ?? '') ?? null)),
    });
  }
}

function toFetchedJob(row: JobRow, phones: readonly string[] | null): FetchedJob {
  const { id, jobNumber, customerId, leadCallId, jobStatus, total, createdOn, modifiedOn } = row;
  // Until a job is completed, a total of 0 just means that no total has been entered.
  const isTotalKnown = typeof total === 'number' && (total !== 0 || jobStatus === 'Completed');
  return {
    id,
    number: jobNumber,
    customerId,
    leadCallId,
    totalCents: isTotalKnown ? Math.round(total * 100) : null,
    isCanceled: jobStatus === 'Canceled',
    createdAt: createdOn,
    modifiedAt: modifiedOn ?? createdOn,
    phones: phones && phones.flatMap((phone) => listPartyKeys({ fromNumber: phone, toNumber: null, customerId: null })),
  };
}
