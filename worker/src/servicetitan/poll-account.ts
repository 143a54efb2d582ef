import { Inject, Injectable } from '@nestjs/common';

import {
  ServiceTitanPollsRepository,
  type PolledAccount,
} from '@ringwell/database/calls/service-titan-polls.repository';
import type { Connection } from '@ringwell/database/deliveries/connection.entity';
import { AppError } from '@ringwell/domain/app-error';
import { destinationNames } from '@ringwell/domain/delivery';
import { INITIAL_LOOKBACK_MS } from '@ringwell/domain/service-titan';
import { CONFIG } from '@ringwell/platform/config/config.module';
import type { Config } from '@ringwell/platform/config/settings';
import { destinationHash } from '@ringwell/platform/crypto/destination-hash';
import { SecretBox } from '@ringwell/platform/crypto/secret-box';
import type { Logger } from '@ringwell/platform/logging/create-logger';
import { LOGGER } from '@ringwell/platform/logging/logger.module';

import { polledCall } from './polled-call';
import { serviceTitanAccountOf, type ServiceTitanAccount } from './service-titan-account';
import { ServiceTitanClient, type CallsPage } from './service-titan-client';

export interface PollOptions {
  signal: AbortSignal;
  /** Asked between two pages. */
  mayGoOn: () => boolean;
}

/** After so many pages it is another account's turn. */
const MAX_PAGES = 50;

/** A place that we made of a moment, rather than one that ServiceTitan gave. */
const IS_MOMENT = /^\d{4}-\d{2}-\d{2}T/;

/** Fetches what is new in the feed of one account's calls. */
@Injectable()
export class PollAccount {
  constructor(
    private readonly client: ServiceTitanClient,
    private readonly polls: ServiceTitanPollsRepository,
    private readonly sealedBox: SecretBox,
    @Inject(CONFIG) private readonly config: Config,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  /**
   * Page by page, from where the last look ended. Each page is stored with its place in the feed or not at all, so that whatever
   * happens no call is lost and none comes twice.
   * @returns how many calls are new
   * @throws AppError of the client and of `serviceTitanAccountOf`, or the signal's reason
   */
  async poll(account: PolledAccount, { signal, mayGoOn }: PollOptions): Promise<number> {
    const credentials = serviceTitanAccountOf(account.user, account.settings, this.sealedBox);
    let cursor = account.settings.pollCursor;
    let newCalls = 0;
    for (let pages = 0; pages < MAX_PAGES && (pages === 0 || mayGoOn()); pages += 1) {
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
      if (stored === null) return newCalls; // the account is another one by now, or somebody else looks as well
      newCalls += stored;
      cursor = page.continueFrom;
      if (isLast) return newCalls;
    }
    return newCalls;
  }

  /** Where notes of the account go: by it, people see how ServiceTitan does. */
  placeOf({
    user,
    settings,
  }: PolledAccount): Pick<Connection, 'userId' | 'channel' | 'destination' | 'destinationHash'> {
    const [destination = ''] = destinationNames('servicetitan', {
      ...settings,
      serviceTitanTenant: user.serviceTitanTenant,
    });
    return { userId: user.id, channel: 'servicetitan', destination, destinationHash: destinationHash(destination) };
  }

  private async read(
    { user, settings }: PolledAccount,
    credentials: ServiceTitanAccount,
    from: string,
    signal: AbortSignal,
  ): Promise<CallsPage> {
    try {
      const page = await this.client.callsSince(credentials, from, { signal });
      if (page.unreadable > 0)
        this.logger.warn(
          { userId: user.id, unreadable: page.unreadable },
          'Some calls in ServiceTitan could not be read.',
        );
      return page;
    } catch (error) {
      const isForgotten = error instanceof AppError && error.code === 'SERVICETITAN_REFUSED' && !IS_MOMENT.test(from);
      if (!isForgotten) throw error;
      const lastLook = settings.lastPolledAt?.getTime() ?? Date.now();
      await this.polls.restartFrom(user.id, from, new Date(lastLook - INITIAL_LOOKBACK_MS));
      throw new AppError({
        kind: 'provider',
        code: 'SERVICETITAN_PLACE_FORGOTTEN',
        retryable: true,
        cause: error,
        message:
          'ServiceTitan does not know any more how far it has told of the calls. They are fetched again from an hour before the last look.',
      });
    }
  }
}
