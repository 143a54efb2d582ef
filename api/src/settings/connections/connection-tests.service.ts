import { Injectable } from '@nestjs/common';

import type { Actor } from '@ringwell/database/accounts/security/activity.repository';
import { DeliveriesRepository } from '@ringwell/database/deliveries/deliveries.repository';
import type { Delivery } from '@ringwell/database/deliveries/delivery.entity';
import { WorkersRepository } from '@ringwell/database/scheduling/workers.repository';
import { UnitOfWork } from '@ringwell/database/unit-of-work';
import { connectionHint } from '@ringwell/domain/channels/connection-settings';
import {
  CHANNEL_NAMES,
  CONNECTION_CHANNELS,
  destinationNames,
  isFinalDeliveryState,
  type ConnectionChannel,
} from '@ringwell/domain/deliveries/delivery';
import { AppError, conflict, invalid, notFound } from '@ringwell/domain/errors/app-error';
import { DispatcherNotifier } from '@ringwell/jobs/dispatcher-notifier';
import { destinationHash } from '@ringwell/platform/crypto/destination-hash';

import { accountNotActive } from '../../auth/access/account-not-active';
import type { Caller } from '../../auth/principal/caller';
import type { Principal } from '../../auth/principal/principal';
import { pollUntil } from '../../http/request/poll-until';
import { ChannelAvailabilityService } from './channel-availability.service';
import { ConnectionTestPollOptions } from './connection-test-poll-options';
import { connectionTestView } from './connection-test-view';
import { channelColumns, ConnectionsService } from './connections.service';
import type { ConnectionTestDto } from './dto/connection-test.dto';

// Minimum time between a delivered test message and the next test.
const MIN_INTERVAL_MS = 10_000;

/** Sends test messages through the workers, like all other messages, and waits for their outcome. */
@Injectable()
export class ConnectionTestsService {
  constructor(
    private readonly connections: ConnectionsService,
    private readonly availability: ChannelAvailabilityService,
    private readonly deliveries: DeliveriesRepository,
    private readonly workers: WorkersRepository,
    private readonly unitOfWork: UnitOfWork,
    private readonly dispatcher: DispatcherNotifier,
    private readonly pollOptions: ConnectionTestPollOptions,
  ) {}

  /**
   * Sends a test message to each destination of a channel and waits for the outcome. While a test of the channel is in
   * progress, returns its outcome instead.
   * @param channel the unvalidated value from the request
   * @param signal ends the wait early
   * @throws AppError `NO_SUCH_CHANNEL`, `ACCOUNT_NOT_ACTIVE`, `ACCOUNT_DISABLED`, `NOT_CONNECTED`, `ADD_ON_MISSING`,
   * `TEST_JUST_SENT`, `MAIL_UNAVAILABLE`, `SERVICETITAN_UNAVAILABLE`, `ACCOUNT_NOT_FOUND`
   */
  async run(caller: Caller, channel: string, signal: AbortSignal): Promise<ConnectionTestDto> {
    if (!isConnectionChannel(channel))
      throw notFound('NO_SUCH_CHANNEL', `Unknown channel. It must be one of ${CONNECTION_CHANNELS.join(', ')}.`);
    const destinations = await this.listTestableDestinations(caller, channel);
    const ids = await this.enqueue(caller.accountId, channel, destinations, caller.actor);
    this.dispatcher.notify();
    const tests = await this.awaitOutcomes(caller.accountId, ids, signal);
    return connectionTestView(channel, tests, (await this.workers.listAlive()).length > 0);
  }

  // Administrators may test add-ons that were not purchased. Demo accounts must not message arbitrary addresses.
  private async listTestableDestinations(
    { accountId, role, status, credential }: Principal,
    channel: ConnectionChannel,
  ): Promise<string[]> {
    const isAdministrator = role === 'admin' || (credential.kind === 'session' && credential.impersonator !== null);
    if (status !== 'active' && !isAdministrator) throw accountNotActive('send messages');
    const connectedAccount = await this.connections.getAccount(accountId);
    if (!connectedAccount.account.isActive) throw accountDisabled();
    const missingConfiguration = this.availability.findMissingConfiguration(channel);
    if (missingConfiguration) throw new AppError({ kind: 'unavailable', ...missingConfiguration });
    const missingMessage = connectionHint(channel, channelColumns(connectedAccount));
    if (missingMessage !== null) throw invalid('NOT_CONNECTED', missingMessage);
    const unavailability = isAdministrator
      ? null
      : this.availability.findUnavailability(channel, connectedAccount.settings);
    if (unavailability) throw new AppError({ kind: 'conflict', ...unavailability });
    return destinationNames(channel, channelColumns(connectedAccount));
  }

  private enqueue(
    accountId: string,
    channel: ConnectionChannel,
    destinations: readonly string[],
    actor: Actor,
  ): Promise<string[]> {
    return this.unitOfWork.run(async ({ accounts, deliveries, activity }) => {
      await accounts.lock(accountId); // a concurrent second test then finds the messages of the first
      const latestTests = await deliveries.listLatestTests(accountId, channel);
      if (latestTests.some(({ state }) => !isFinalDeliveryState(state))) return latestTests.map(({ id }) => id);
      assertMayRepeat(await deliveries.getMsSinceSent(latestTests.map(({ id }) => id)));
      const ids = await deliveries.planMessages(
        accountId,
        destinations.map((destination) => ({
          channel,
          destination,
          destinationHash: destinationHash(destination),
        })),
      );
      await activity.record(actor, {
        action: 'Connection tested',
        description: `A test was started. Connection: ${CHANNEL_NAMES[channel]}.`,
        accountId,
        metadata: { channel, deliveryIds: ids },
      });
      return ids;
    });
  }

  // Returns the messages once all are final, or in their current states on timeout or abort.
  private awaitOutcomes(accountId: string, ids: readonly string[], signal: AbortSignal): Promise<Delivery[]> {
    return pollUntil(
      () => this.deliveries.findByIds(accountId, ids),
      (tests) => tests.every(({ state }) => isFinalDeliveryState(state)),
      this.pollOptions,
      signal,
    );
  }
}

function isConnectionChannel(channel: string): channel is ConnectionChannel {
  return (CONNECTION_CHANNELS as readonly string[]).includes(channel);
}

// Only occurs when an administrator is viewing the account.
function accountDisabled(): AppError {
  return conflict('ACCOUNT_DISABLED', 'This account is disabled, so nothing is sent. Enable it first.');
}

// A failed test can be repeated immediately, to check whether a fix worked.
function assertMayRepeat(msSinceSent: number | null): void {
  const waitMs = MIN_INTERVAL_MS - (msSinceSent ?? Infinity);
  if (waitMs <= 0) return;
  throw conflict('TEST_JUST_SENT', 'A test message was just sent. Check for it first, or try again in a few seconds.', {
    retryAfterMs: waitMs,
  });
}
