import { Injectable } from '@nestjs/common';

import { CallImportsRepository } from '@ringwell/database/servicetitan/call-imports.repository';
import type { PolledAccount } from '@ringwell/database/servicetitan/service-titan-polls.repository';
import { IMPORT_ERROR, MAX_IMPORT_DAYS } from '@ringwell/domain/calls/call-import';

import { parseDurationSeconds, toPolledCall } from './polled-call';
import { FeedContext, ServiceTitanFeed, type FeedRequest, type FetchedPage } from './service-titan-feed';
import type { CallRow } from './service-titan-responses';

const MAX_AGE_MS = (MAX_IMPORT_DAYS + 1) * 24 * 3_600_000;

/** Reads earlier calls: counts them first, then fetches them on request. */
@Injectable()
export class ServiceTitanImportFeed extends ServiceTitanFeed<CallRow> {
  readonly name = 'earlier calls';
  readonly errorCode = IMPORT_ERROR;
  readonly consequence = "Earlier calls aren't being fetched.";
  protected readonly lookbackMs = MAX_AGE_MS;
  protected readonly overlapMs = MAX_AGE_MS;
  protected readonly request: FeedRequest<CallRow> = (...args) => this.context.client.fetchCallsSince(...args);

  constructor(
    context: FeedContext,
    private readonly imports: CallImportsRepository,
  ) {
    super(context);
  }

  protected override async findStart(account: PolledAccount): Promise<Date> {
    return (await this.imports.findSince(account.account.id)) ?? super.findStart(account);
  }

  protected getPosition({ settings }: PolledAccount): { cursor: string | null; readAt: Date | null } {
    return { cursor: settings.importCursor, readAt: null };
  }

  // Skips calls from before the requested period. The feed lists them if they changed later.
  protected async store(
    account: PolledAccount,
    cursor: string | null,
    { rows, ...page }: FetchedPage<CallRow>,
  ): Promise<number | null> {
    const requestedSince = await this.imports.findSince(account.account.id);
    if (requestedSince === null) return null;
    const rules = { ...account.settings, leadsEnabled: false };
    const calls = rows.flatMap((row) => {
      const call = toPolledCall(row, rules, Date.now(), MAX_AGE_MS);
      const isWanted = call?.hasRecording && call.occurredAt && call.occurredAt >= requestedSince;
      return isWanted ? { ...call, seconds: parseDurationSeconds(row.duration) ?? 0 } : [];
    });
    return this.imports.storePage(account, cursor, { ...page, calls });
  }
}
