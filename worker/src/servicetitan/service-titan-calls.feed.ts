import { Injectable } from '@nestjs/common';

import type { PolledAccount } from '@ringwell/database/servicetitan/service-titan-polls.repository';
import { INITIAL_LOOKBACK_MS } from '@ringwell/domain/deliveries/service-titan';

import { toPolledCall } from './polled-call';
import { ServiceTitanFeed, type FeedRequest, type FetchedPage } from './service-titan-feed';
import type { CallRow } from './service-titan-responses';

/** Reads new calls for accounts that fetch calls automatically. */
@Injectable()
export class ServiceTitanCallsFeed extends ServiceTitanFeed<CallRow> {
  readonly name = 'calls';
  readonly errorCode = 'SERVICETITAN_POLLING';
  readonly consequence = "New calls aren't being fetched.";
  protected readonly lookbackMs = INITIAL_LOOKBACK_MS;
  protected readonly overlapMs = INITIAL_LOOKBACK_MS;
  protected readonly request: FeedRequest<CallRow> = (...args) => this.context.client.fetchCallsSince(...args);

  protected getPosition({ settings }: PolledAccount): { cursor: string | null; readAt: Date | null } {
    return { cursor: settings.pollCursor, readAt: settings.lastPolledAt };
  }

  protected store(
    account: PolledAccount,
    cursor: string | null,
    { rows, ...page }: FetchedPage<CallRow>,
  ): Promise<number | null> {
    const calls = rows.flatMap((row) => toPolledCall(row, account.settings, Date.now()) ?? []);
    return this.context.polls.storePage(account, cursor, { ...page, calls });
  }
}
