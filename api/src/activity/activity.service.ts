import { Readable } from 'node:stream';
import { setImmediate } from 'node:timers/promises';

import { Injectable } from '@nestjs/common';
import type { Response } from 'express';

import { AccountsRepository } from '@ringwell/database/accounts/accounts.repository';
import {
  ActivityRepository,
  type ActivityEntry,
  type ActivityFilter,
} from '@ringwell/database/accounts/security/activity.repository';
import { activityKind } from '@ringwell/domain/accounts/activity';

import type { Principal } from '../auth/principal/principal';
import { explainTimeout } from '../http/problems/search-too-slow';
import { streamResponse } from '../http/stream-response';
import { activityRow, activityTable } from './activity-export';
import { filterOf, type ActivityDto, type MyActivityExportQuery, type MyActivityQuery } from './activity.dto';

export const MAX_EXPORTED_ENTRIES = 50_000;
const EXPORT_PAGE_SIZE = 500;

/** Selects the entries about one account, or those by and about one user. */
type ActivityScope = Pick<ActivityFilter, 'accountId' | 'userId'>;

/** Reads the activity log for administrators, and for the owners and managers of an account. */
@Injectable()
export class ActivityService {
  constructor(
    private readonly activity: ActivityRepository,
    private readonly accounts: AccountsRepository,
  ) {}

  /** Newest first. Dates begin and end in the time zone of the reader's account. @throws AppError `SEARCH_TOO_SLOW` */
  async list({ accountId }: Principal, query: MyActivityQuery, scope: ActivityScope): Promise<ActivityDto[]> {
    const timeZone = await this.accounts.findTimeZone(accountId);
    const entries = await this.activity
      .list({ ...filterOf(query, timeZone), ...scope }, query.limit, query.after)
      .catch(explainTimeout);
    return entries.map((entry) => {
      const createdAt = entry.createdAt.toISOString();
      return { ...entry, kind: activityKind(entry.action), timestamp: createdAt, createdAt };
    });
  }

  /** Sends a CSV file with the newest `MAX_EXPORTED_ENTRIES`, times in the time zone of the reader's account. */
  async export(
    { accountId }: Principal,
    query: MyActivityExportQuery,
    scope: ActivityScope,
    response: Response,
  ): Promise<void> {
    const timeZone = await this.accounts.findTimeZone(accountId);
    const filter = { ...filterOf(query, timeZone), ...scope };
    const first = await this.activity.list(filter, EXPORT_PAGE_SIZE).catch(explainTimeout); // a database error can still set the status here
    response.attachment(`activity-${new Date().toISOString().slice(0, 10)}.csv`).set('Cache-Control', 'no-store');
    await streamResponse(response, Readable.from(this.rows(filter, first, timeZone)), activityTable(timeZone));
  }

  private async *rows(
    filter: ActivityFilter,
    first: ActivityEntry[],
    timeZone: string,
  ): AsyncGenerator<ReturnType<typeof activityRow>> {
    let page = first;
    for (let exported = page.length; page.length > 0; exported += page.length) {
      yield* page.map((entry) => activityRow(entry, timeZone));
      await setImmediate(); // gives other requests a turn
      if (page.length < EXPORT_PAGE_SIZE || exported >= MAX_EXPORTED_ENTRIES) return;
      page = await this.activity.list(filter, EXPORT_PAGE_SIZE, page.at(-1)?.id);
    }
  }
}
