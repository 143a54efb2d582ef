import { Inject, Injectable } from '@nestjs/common';

import {
  ServiceTitanPollsRepository,
  type FeedPage,
  type PolledAccount,
  type ServiceTitanFeedName,
} from '@ringwell/database/servicetitan/service-titan-polls.repository';
import type { FEED_ERRORS } from '@ringwell/domain/deliveries/service-titan';
import { AppError, providerFailed } from '@ringwell/domain/errors/app-error';
import { CONFIG } from '@ringwell/platform/config/config.module';
import type { WorkerConfig } from '@ringwell/platform/config/environment-settings';
import { SecretBox } from '@ringwell/platform/crypto/secret-box';
import type { Logger } from '@ringwell/platform/logging/create-logger';
import { LOGGER } from '@ringwell/platform/logging/logger.module';

import { getServiceTitanAccount, type ServiceTitanSession } from './service-titan-account';
import { ServiceTitanClient, type ExportPage } from './service-titan.client';

export interface ReadOptions {
  signal: AbortSignal;
  canContinue: () => boolean;
}

export type FeedRequest<T> = (session: ServiceTitanSession, from: string) => Promise<ExportPage<T>>;

export interface FetchedPage<T> extends FeedPage {
  rows: T[];
}

// Maximum pages per read, so that accounts take turns.
const MAX_PAGES = 50;

// Cursors set by this class are dates; ServiceTitan's cursors are tokens.
const DATE = /^\d{4}-\d{2}-\d{2}T/;

/** Dependencies of every feed. */
@Injectable()
export class FeedContext {
  constructor(
    readonly client: ServiceTitanClient,
    readonly polls: ServiceTitanPollsRepository,
    readonly secretBox: SecretBox,
    @Inject(CONFIG) readonly config: WorkerConfig,
    @Inject(LOGGER) readonly logger: Logger,
  ) {}
}

/** A list that's periodically read from ServiceTitan for each account. */
@Injectable()
export abstract class ServiceTitanFeed<T = unknown> {
  abstract readonly name: ServiceTitanFeedName;
  /** Error code stored on the connection for a permanent failure. */
  abstract readonly errorCode: (typeof FEED_ERRORS)[number];
  /** The consequence of a failure, as a sentence. */
  abstract readonly consequence: string;
  /** How far back the first read goes. */
  protected abstract readonly lookbackMs: number;
  /** Returns where the first read starts. */
  protected findStart(_account: PolledAccount): Promise<Date> | Date {
    return new Date(Date.now() - this.lookbackMs);
  }

  /** How far before the last read to restart if ServiceTitan no longer recognizes the cursor. */
  protected abstract readonly overlapMs: number;

  constructor(protected readonly context: FeedContext) {}

  /**
   * Reads the feed from the stored cursor. Each page is stored together with its cursor, so nothing is lost or stored
   * twice.
   * @returns the number of new entries
   * @throws AppError from the client and `getServiceTitanAccount`, or the signal's reason
   */
  async read(account: PolledAccount, { signal, canContinue }: ReadOptions): Promise<number> {
    const session = { ...getServiceTitanAccount(account.account, account.settings, this.context.secretBox), signal };
    let { cursor } = this.getPosition(account);
    let totalCount = 0;
    for (let pages = 0; pages < MAX_PAGES && (pages === 0 || canContinue()); pages += 1) {
      const from = cursor ?? (await this.findStart(account)).toISOString();
      const { rows, continueFrom, hasMore } = await this.readPage(account, session, from);
      const isLast = !hasMore || continueFrom === from;
      const page = { rows, continueFrom, isLast, delaySeconds: this.context.config.SERVICETITAN_POLL_SECONDS };
      const storedCount = await this.store(account, cursor, page, session);
      if (storedCount === null) return totalCount; // the connection has changed, or another worker is also reading
      totalCount += storedCount;
      cursor = continueFrom;
      if (isLast) return totalCount;
    }
    return totalCount;
  }

  protected abstract getPosition(account: PolledAccount): { cursor: string | null; readAt: Date | null };

  protected abstract readonly request: FeedRequest<T>;

  /** @returns the number of new entries, or null if nothing was stored */
  protected abstract store(
    account: PolledAccount,
    cursor: string | null,
    page: FetchedPage<T>,
    session: ServiceTitanSession,
  ): Promise<number | null>;

  private async readPage(account: PolledAccount, session: ServiceTitanSession, from: string): Promise<ExportPage<T>> {
    const accountId = account.account.id;
    try {
      const page = await this.request(session, from);
      const { unreadable } = page;
      if (unreadable > 0)
        this.context.logger.warn({ accountId, unreadable }, `servicetitan: skipped unreadable ${this.name}`);
      return page;
    } catch (error) {
      const isCursorUnknown = error instanceof AppError && error.code === 'SERVICETITAN_REFUSED' && !DATE.test(from);
      if (!isCursorUnknown) throw error;
      const { readAt } = this.getPosition(account);
      const restart = readAt === null ? await this.findStart(account) : new Date(readAt.getTime() - this.overlapMs);
      await this.context.polls.restartFrom(this.name, accountId, from, restart);
      throw providerFailed(
        'SERVICETITAN_PLACE_FORGOTTEN',
        `ServiceTitan lost our position in the list of ${this.name}. We'll read it again from before the last check.`,
        { retryable: true, cause: error },
      );
    }
  }
}
