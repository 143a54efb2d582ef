import { Inject, Injectable } from '@nestjs/common';

import {
  ServiceTitanJobsRepository,
  type FetchedJob,
} from '@ringwell/database/servicetitan/service-titan-jobs.repository';
import {
  ServiceTitanPollsRepository,
  type PolledAccount,
} from '@ringwell/database/servicetitan/service-titan-polls.repository';
import { JOBS_LOOKBACK_DAYS } from '@ringwell/domain/calls/booking-fact';
import { CONFIG } from '@ringwell/platform/config/config.module';
import type { WorkerConfig } from '@ringwell/platform/config/environment-settings';
import { SecretBox } from '@ringwell/platform/crypto/secret-box';
import type { Logger } from '@ringwell/platform/logging/create-logger';
import { LOGGER } from '@ringwell/platform/logging/logger.module';
import { listPartyKeys } from '@ringwell/rules/calls/customer-key';

import type { ServiceTitanAccount } from './service-titan-account';
import { ServiceTitanFeed, type FeedRequest, type FetchedPage } from './service-titan-feed';
import type { JobRow } from './service-titan-responses';
import { ServiceTitanClient } from './service-titan.client';

const HOUR_MS = 3_600_000;

/** Reads jobs, which show whether calls were booked. An account's jobs are read once for all of its calls. */
@Injectable()
export class ServiceTitanJobsFeed extends ServiceTitanFeed<JobRow> {
  readonly name = 'jobs';
  readonly errorCode = 'SERVICETITAN_JOBS';
  readonly consequence = "Jobs aren't being read, so calls aren't confirmed as booked.";
  protected readonly lookbackMs = JOBS_LOOKBACK_DAYS * 24 * HOUR_MS;
  protected readonly overlapMs = HOUR_MS;
  protected readonly request: FeedRequest<JobRow> = (...args) => this.client.fetchJobsSince(...args);

  constructor(
    client: ServiceTitanClient,
    polls: ServiceTitanPollsRepository,
    private readonly jobs: ServiceTitanJobsRepository,
    secretBox: SecretBox,
    @Inject(CONFIG) config: WorkerConfig,
    @Inject(LOGGER) logger: Logger,
  ) {
    super(client, polls, secretBox, config, logger);
  }

  protected getPosition({ settings }: PolledAccount): { cursor: string | null; readAt: Date | null } {
    return { cursor: settings.jobCursor, readAt: settings.jobsReadAt };
  }

  protected async store(
    account: PolledAccount,
    cursor: string | null,
    { rows, ...page }: FetchedPage<JobRow>,
    credentials: ServiceTitanAccount,
    signal: AbortSignal,
  ): Promise<number | null> {
    const newCustomers = await this.jobs.listNewCustomers(account.account.id, rows);
    const phones = await this.client.findPhones(credentials, [...newCustomers], { signal });
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
