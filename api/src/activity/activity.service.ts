import { Injectable } from '@nestjs/common';
import type { Response } from 'express';

import { AccountsRepository } from '@ringwell/database/accounts/accounts.repository';
import { ActivityRepository, type ActivityFilter } from '@ringwell/database/accounts/security/activity.repository';
import { activityKind } from '@ringwell/domain/accounts/activity';

import type { Principal } from '../auth/principal/principal';
import { exportPages } from '../http/export-pages';
import { explainTimeout } from '../http/problems/search-too-slow';
import { toDto } from '../http/response/to-dto';
import { activityColumns } from './activity-export';
import { ActivityDto, toActivityFilter, type MyActivityExportQuery, type MyActivityQuery } from './activity.dto';

/** Limits entries to those about an account, or to those by or about a user. */
type ActivityScope = Pick<ActivityFilter, 'accountId' | 'userId'>;

@Injectable()
export class ActivityService {
  constructor(
    private readonly activity: ActivityRepository,
    private readonly accounts: AccountsRepository,
  ) {}

  /**
   * Returns entries, newest first. Dates are in the time zone of the reader's account.
   * @throws AppError `SEARCH_TOO_SLOW`
   */
  async list({ accountId }: Principal, query: MyActivityQuery, scope: ActivityScope): Promise<ActivityDto[]> {
    const timeZone = await this.accounts.findTimeZone(accountId);
    const entries = await this.activity
      .list({ ...toActivityFilter(query, timeZone), ...scope }, query.limit, query.after)
      .catch(explainTimeout);
    return entries.map((entry) =>
      toDto(ActivityDto, entry, { kind: activityKind(entry.action), timestamp: entry.createdAt }),
    );
  }

  /** Sends the newest `MAX_EXPORTED_ENTRIES` as CSV. Timestamps are in the time zone of the reader's account. */
  async export(
    { accountId }: Principal,
    query: MyActivityExportQuery,
    scope: ActivityScope,
    response: Response,
  ): Promise<void> {
    const timeZone = await this.accounts.findTimeZone(accountId);
    const filter = { ...toActivityFilter(query, timeZone), ...scope };
    await exportPages(response, 'activity', activityColumns(timeZone), (limit, after) =>
      this.activity.list(filter, limit, after),
    );
  }
}
