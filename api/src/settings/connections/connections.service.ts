import { Injectable } from '@nestjs/common';

import { UsersRepository } from '@ringwell/database/accounts/users.repository';
import type { Connection } from '@ringwell/database/deliveries/connection.entity';
import { ConnectionsRepository } from '@ringwell/database/deliveries/connections.repository';
import { MailSuppressionsRepository } from '@ringwell/database/deliveries/mail-suppressions.repository';
import { AppError } from '@ringwell/domain/app-error';
import { CONNECTION_CHANNELS, destinationNames, type ConnectionChannel } from '@ringwell/domain/delivery';
import { destinationHash } from '@ringwell/platform/crypto/destination-hash';

import { ChannelAvailability } from './channel-availability';
import type { ConnectionDto, ConnectionErrorDto } from './dto/connection.dto';
import { missingEntry, type ConnectedAccount } from './missing-entry';

/** Where an account's messages go, and how sending there goes. */
@Injectable()
export class ConnectionsService {
  constructor(
    private readonly users: UsersRepository,
    private readonly connections: ConnectionsRepository,
    private readonly suppressions: MailSuppressionsRepository,
    private readonly availability: ChannelAvailability,
  ) {}

  /** Every channel, connected or not. What happened at places that the account has left is not told. */
  async list(userId: string): Promise<ConnectionDto[]> {
    const account = await this.account(userId);
    const hashes = CONNECTION_CHANNELS.flatMap((channel) => placesOf(channel, account)).map(destinationHash);
    const [connections, suppressed] = await Promise.all([
      this.connections.list(userId, hashes),
      this.suppressions.list(userId),
    ]);
    const unsubscribed = new Set(suppressed.map(({ address }) => address));
    return CONNECTION_CHANNELS.map((channel) => this.view(channel, account, connections, unsubscribed));
  }

  /** @throws AppError `ACCOUNT_NOT_FOUND` */
  async account(userId: string): Promise<ConnectedAccount> {
    const [user, settings] = await Promise.all([this.users.findById(userId), this.users.findSettings(userId)]);
    if (!user || !settings)
      throw new AppError({
        kind: 'not_found',
        code: 'ACCOUNT_NOT_FOUND',
        message: 'There is no account of this id. Check the id.',
      });
    return { user, settings };
  }

  private view(
    channel: ConnectionChannel,
    account: ConnectedAccount,
    connections: readonly Connection[],
    unsubscribed: ReadonlySet<string>,
  ): ConnectionDto {
    const missing = missingEntry(channel, account);
    const destinations = missing === null ? placesOf(channel, account) : [];
    const hashes = new Set(destinations.map(destinationHash));
    const places = connections.filter((place) => place.channel === channel && hashes.has(place.destinationHash));
    return {
      channel,
      destinations,
      missing,
      isConnected: missing === null,
      unavailable: this.availability.refusal(channel, account.settings),
      lastSuccessAt: latest(places.map(({ lastSuccessAt }) => lastSuccessAt)),
      error: errorOf(places),
      pausedUntil: latest(
        places.map(({ pausedUntil }) => (pausedUntil !== null && pausedUntil > new Date() ? pausedUntil : null)),
      ),
      unsubscribed:
        channel === 'email' ? destinations.filter((address) => unsubscribed.has(address.toLowerCase())) : [],
    };
  }
}

/** Where messages of an account go on a channel, for people. */
export function placesOf(channel: ConnectionChannel, { user, settings }: ConnectedAccount): string[] {
  return destinationNames(channel, { ...settings, serviceTitanTenant: user.serviceTitanTenant });
}

function latest(moments: readonly (Date | null)[]): string | null {
  const times = moments.filter((moment) => moment !== null).map((moment) => moment.getTime());
  return times.length === 0 ? null : new Date(Math.max(...times)).toISOString();
}

/** The latest fault; one that somebody has to do something about before one that may pass. */
function errorOf(places: readonly Connection[]): ConnectionErrorDto | null {
  const faults = places.flatMap(({ errorCode: code, errorMessage: message, failedAt, destination, isPermanent }) =>
    code === null || failedAt === null
      ? []
      : [{ code, message: message ?? '', destination, isPermanent, failedAt: failedAt.toISOString() }],
  );
  const [worst] = faults.sort(
    (a, b) => Number(b.isPermanent) - Number(a.isPermanent) || b.failedAt.localeCompare(a.failedAt),
  );
  return worst ?? null;
}
