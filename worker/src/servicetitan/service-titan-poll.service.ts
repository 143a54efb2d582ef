import { Inject, Injectable } from '@nestjs/common';

import {
  ServiceTitanPollsRepository,
  type PolledAccount,
} from '@ringwell/database/calls/service-titan-polls.repository';
import type { Connection } from '@ringwell/database/deliveries/connection.entity';
import { destinationNames } from '@ringwell/domain/deliveries/delivery';
import { INITIAL_LOOKBACK_MS } from '@ringwell/domain/deliveries/service-titan';
import { AppError } from '@ringwell/domain/errors/app-error';
import { CONFIG } from '@ringwell/platform/config/config.module';
import type { WorkerConfig } from '@ringwell/platform/config/settings';
import { destinationHash } from '@ringwell/platform/crypto/destination-hash';
import { SecretBox } from '@ringwell/platform/crypto/secret-box';
import type { Logger } from '@ringwell/platform/logging/create-logger';
import { LOGGER } from '@ringwell/platform/logging/logger.module';

import { polledCall } from './polled-call';
import { getServiceTitanAccount, type ServiceTitanAccount } from './service-titan-account';
import { ServiceTitanClient, type CallsPage } from './service-titan.client';

export interface PollOptions {
  signal: AbortSignal;
  mayContinue: () => boolean;
}

// Pages per poll, so that accounts take turns.
const MAX_PAGES = 50;

// Cursors that this service sets are dates; those from ServiceTitan are tokens.
const IS_DATE = /^\d{4}-\d{2}-\d{2}T/;

@Injectable()
export class ServiceTitanPollService {
  constructor(
    private readonly client: ServiceTitanClient,
    private readonly polls: ServiceTitanPollsRepository,
    private readonly secretBox: SecretBox,
    @Inject(CONFIG) private readonly config: WorkerConfig,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  /**
   * Reads the feed from the stored cursor. Each page is stored together with its cursor, so no call is lost or stored
   * twice.
   * @returns the number of new calls
   * @throws AppError of the client and of `getServiceTitanAccount`, or the signal's reason
   */
  async poll(account: PolledAccount, { signal, mayContinue }: PollOptions): Promise<number> {
    const credentials = getServiceTitanAccount(account.account, account.settings, this.secretBox);
    let cursor = account.settings.pollCursor;
    let newCalls = 0;
    for (let pages = 0; pages < MAX_PAGES && (pages === 0 || mayContinue()); pages += 1) {
      const from = cursor ?? new Date(Date.now() - INITIAL_LOOKBACK_MS).toISOString();
      const page = await this.read(account, credentials, from, signal);
      const isLast = !page.hasMore || page.continueFrom === from;
      const calls = page.rows.flatMap((row) => polledCall(row, account.settings, Date.now()) ?? []);
      const stored = await this.polls.storePage(account, cursor, {
        calls,
        continueFrom: page.continueFrom,
        isLast,
        delaySeconds: this.config.SERVICETITAN_POLL_SECONDS,
      });
      if (stored === null) return newCalls; // the connection has changed, or another worker polls as well
      newCalls += stored;
      cursor = page.continueFrom;
      if (isLast) return newCalls;
    }
    return newCalls;
  }

  /** The connection that shows the state of ServiceTitan, shared with notes. */
  connectionKey({
    account,
    settings,
  }: PolledAccount): Pick<Connection, 'accountId' | 'channel' | 'destination' | 'destinationHash'> {
    const [destination = ''] = destinationNames('servicetitan', {
      ...settings,
      serviceTitanTenant: account.serviceTitanTenant,
    });
    return {
      accountId: account.id,
      channel: 'servicetitan',
      destination,
      destinationHash: destinationHash(destination),
    };
  }

  private async read(
    { account, settings }: PolledAccount,
    credentials: ServiceTitanAccount,
    from: string,
    signal: AbortSignal,
  ): Promise<CallsPage> {
    try {
      const page = await this.client.callsSince(credentials, from, { signal });
      if (page.unreadable > 0)
        this.logger.warn(
          { accountId: account.id, unreadable: page.unreadable },
          'servicetitan: skipped unreadable calls',
        );
      return page;
    } catch (error) {
      const isCursorUnknown = error instanceof AppError && error.code === 'SERVICETITAN_REFUSED' && !IS_DATE.test(from);
      if (!isCursorUnknown) throw error;
      const lastPolledAt = settings.lastPolledAt?.getTime() ?? Date.now();
      await this.polls.restartFrom(account.id, from, new Date(lastPolledAt - INITIAL_LOOKBACK_MS));
      throw new AppError({
        kind: 'provider',
        code: 'SERVICETITAN_PLACE_FORGOTTEN',
        retryable: true,
        cause: error,
        message:
          'ServiceTitan lost our position in the list of calls. ' +
          "We'll fetch calls again from an hour before the last check.",
      });
    }
  }
}
