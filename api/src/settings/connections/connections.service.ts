import { Injectable } from '@nestjs/common';

import type { Account } from '@ringwell/database/accounts/account.entity';
import { AccountsRepository, type AccountWithSettings } from '@ringwell/database/accounts/accounts.repository';
import type { AccountSettings } from '@ringwell/database/accounts/settings/account-settings.entity';
import type { Connection } from '@ringwell/database/deliveries/connection.entity';
import { ConnectionsRepository } from '@ringwell/database/deliveries/connections.repository';
import { MailSuppressionsRepository } from '@ringwell/database/deliveries/mail-suppressions.repository';
import { connectionHint } from '@ringwell/domain/channels/connection-settings';
import { CONNECTION_CHANNELS, destinationNames, type ConnectionChannel } from '@ringwell/domain/deliveries/delivery';
import { destinationHash } from '@ringwell/platform/crypto/destination-hash';

import { accountNotFound } from '../settings-view.service';
import { ChannelAvailabilityService } from './channel-availability.service';
import type { ConnectionDto, ConnectionErrorDto } from './dto/connection.dto';

@Injectable()
export class ConnectionsService {
  constructor(
    private readonly accounts: AccountsRepository,
    private readonly connections: ConnectionsRepository,
    private readonly suppressions: MailSuppressionsRepository,
    private readonly availability: ChannelAvailabilityService,
  ) {}

  /** Returns every channel, connected or not. Ignores destinations that the account no longer uses. */
  async list(accountId: string): Promise<ConnectionDto[]> {
    const columns = channelColumns(await this.getAccount(accountId));
    const hashes = CONNECTION_CHANNELS.flatMap((channel) => destinationNames(channel, columns)).map(destinationHash);
    const [connections, suppressions] = await Promise.all([
      this.connections.list(accountId, hashes),
      this.suppressions.list(accountId),
    ]);
    const unsubscribedAddresses = new Set(suppressions.map(({ address }) => address));
    return CONNECTION_CHANNELS.map((channel) =>
      this.connectionView(channel, columns, connections, unsubscribedAddresses),
    );
  }

  /** @throws AppError `ACCOUNT_NOT_FOUND` */
  async getAccount(accountId: string): Promise<AccountWithSettings> {
    const account = await this.accounts.findWithSettings(accountId);
    if (!account) throw accountNotFound();
    return account;
  }

  private connectionView(
    channel: ConnectionChannel,
    columns: ReturnType<typeof channelColumns>,
    connections: readonly Connection[],
    unsubscribedAddresses: ReadonlySet<string>,
  ): ConnectionDto {
    const missingMessage = connectionHint(channel, columns);
    const destinations = missingMessage === null ? destinationNames(channel, columns) : [];
    const hashes = new Set(destinations.map(destinationHash));
    const currentConnections = connections.filter(
      (connection) => connection.channel === channel && hashes.has(connection.destinationHash),
    );
    return {
      channel,
      destinations,
      missing: missingMessage,
      isConnected: missingMessage === null,
      unavailable: this.availability.findUnavailability(channel, columns),
      lastSuccessAt: latestIsoDate(currentConnections.map(({ lastSuccessAt }) => lastSuccessAt)),
      error: findWorstError(currentConnections),
      pausedUntil: latestIsoDate(
        currentConnections.map(({ pausedUntil }) =>
          pausedUntil !== null && pausedUntil > new Date() ? pausedUntil : null,
        ),
      ),
      unsubscribed:
        channel === 'email' ? destinations.filter((address) => unsubscribedAddresses.has(address.toLowerCase())) : [],
    };
  }
}

/** Merges the channel settings, which are stored in two tables. */
export function channelColumns({
  account: { serviceTitanTenant },
  settings,
}: AccountWithSettings): AccountSettings & Pick<Account, 'serviceTitanTenant'> {
  return { ...settings, serviceTitanTenant };
}

function latestIsoDate(dates: readonly (Date | null)[]): string | null {
  const times = dates.filter((date) => date !== null).map((date) => date.getTime());
  return times.length === 0 ? null : new Date(Math.max(...times)).toISOString();
}

// A permanent error takes precedence over a transient one.
function findWorstError(connections: readonly Connection[]): ConnectionErrorDto | null {
  const errors = connections.flatMap(({ errorCode: code, errorMessage: message, failedAt, destination, isPermanent }) =>
    code === null || failedAt === null
      ? []
      : [{ code, message: message ?? '', destination, isPermanent, failedAt: failedAt.toISOString() }],
  );
  const [worstError] = errors.sort(
    (a, b) => Number(b.isPermanent) - Number(a.isPermanent) || b.failedAt.localeCompare(a.failedAt),
  );
  return worstError ?? null;
}
