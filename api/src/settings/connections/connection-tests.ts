import { Injectable } from '@nestjs/common';

import type { Actor } from '@ringwell/database/accounts/activity.repository';
import { DeliveriesRepository } from '@ringwell/database/deliveries/deliveries.repository';
import type { Delivery } from '@ringwell/database/deliveries/delivery.entity';
import { WorkersRepository } from '@ringwell/database/scheduling/workers.repository';
import { UnitOfWork } from '@ringwell/database/unit-of-work';
import { AppError } from '@ringwell/domain/app-error';
import {
  CHANNEL_NAMES,
  CONNECTION_CHANNELS,
  isFinalDeliveryState,
  type ConnectionChannel,
} from '@ringwell/domain/delivery';
import { DispatcherNotifier } from '@ringwell/jobs/dispatcher-notifier';
import { destinationHash } from '@ringwell/platform/crypto/destination-hash';

import type { Principal } from '../../auth/principal';
import { pollUntil } from '../../platform/poll-until';
import { ChannelAvailability } from './channel-availability';
import { ConnectionsService, placesOf } from './connections.service';
import type { ConnectionTestDto } from './dto/connection-test.dto';
import { missingEntry } from './missing-entry';
import { TestPollOptions } from './test-poll-options';
import { testView } from './test-view';

/** A test message that arrived is not followed by another sooner. */
const QUIET_MS = 10_000;

/** Sends test messages, for somebody who waits for what comes of them. Workers send them, as they send everything else. */
@Injectable()
export class ConnectionTests {
  constructor(
    private readonly connections: ConnectionsService,
    private readonly availability: ChannelAvailability,
    private readonly deliveries: DeliveriesRepository,
    private readonly workers: WorkersRepository,
    private readonly unitOfWork: UnitOfWork,
    private readonly dispatcher: DispatcherNotifier,
    private readonly patience: TestPollOptions,
  ) {}

  /**
   * Sends a test message to each place of a channel, and waits. Who asks while one is under way gets the outcome of that one.
   * @param channel also what is none
   * @param gone when nobody waits any more
   * @throws AppError `NO_SUCH_CHANNEL`, `ACCOUNT_NOT_ACTIVE`, `NOT_CONNECTED`, `ADD_ON_MISSING`, `TEST_JUST_SENT`, and that the channel is not set up here
   */
  async run(principal: Principal, channel: string, actor: Actor, gone: AbortSignal): Promise<ConnectionTestDto> {
    if (!isConnectionChannel(channel)) throw noSuchChannel();
    const destinations = await this.testableDestinations(principal, channel);
    const ids = await this.putInLine(principal.userId, channel, destinations, actor);
    this.dispatcher.notify();
    const tests = await this.awaitEnd(principal.userId, ids, gone);
    return testView(channel, tests, (await this.workers.listAlive()).length > 0);
  }

  /** Administrators may test what the account has not bought. Demo accounts may not send anything to addresses of their choice. */
  private async testableDestinations(
    { userId, role, status, credential }: Principal,
    channel: ConnectionChannel,
  ): Promise<string[]> {
    const isAdministrator = role === 'admin' || (credential.kind === 'session' && credential.impersonator !== null);
    if (status !== 'active' && !isAdministrator) {
      throw new AppError({
        kind: 'forbidden',
        code: 'ACCOUNT_NOT_ACTIVE',
        message: 'This is a demo account, which sends no messages. Ask your administrator to activate it.',
      });
    }
    const account = await this.connections.account(userId);
    const notSetUp = this.availability.notSetUp(channel);
    if (notSetUp) throw new AppError({ kind: 'unavailable', ...notSetUp });
    const missing = missingEntry(channel, account);
    if (missing !== null) throw new AppError({ kind: 'invalid', code: 'NOT_CONNECTED', message: missing });
    const refusal = isAdministrator ? null : this.availability.refusal(channel, account.settings);
    if (refusal) throw new AppError({ kind: 'conflict', ...refusal });
    return placesOf(channel, account);
  }

  /** @returns the ids of the messages to wait for */
  private putInLine(
    userId: string,
    channel: ConnectionChannel,
    destinations: readonly string[],
    actor: Actor,
  ): Promise<string[]> {
    return this.unitOfWork.run(async ({ users, deliveries, activity }) => {
      await users.lock(userId); // of two at once, the second sees the messages of the first
      const last = await deliveries.listLatestTests(userId, channel);
      if (last.some(({ state }) => !isFinalDeliveryState(state))) return last.map(({ id }) => id);
      refuseRepeat(await deliveries.msSinceSent(last.map(({ id }) => id)));
      const ids = await deliveries.planTests(
        userId,
        destinations.map((destination) => ({
          channel,
          destination,
          destinationHash: destinationHash(destination),
        })),
      );
      await activity.record(actor, {
        action: 'Connection tested',
        description: `A test message was sent. Connection: ${CHANNEL_NAMES[channel]}.`,
        metadata: { targetUserId: userId, channel, deliveryIds: ids },
      });
      return ids;
    });
  }

  /** The messages as soon as all have come to an end, or as they stand when the patience is over or nobody waits any more. */
  private awaitEnd(userId: string, ids: readonly string[], gone: AbortSignal): Promise<Delivery[]> {
    return pollUntil(
      () => this.deliveries.findAll(userId, ids),
      (tests) => tests.every(({ state }) => isFinalDeliveryState(state)),
      this.patience,
      gone,
    );
  }
}

function isConnectionChannel(channel: string): channel is ConnectionChannel {
  return (CONNECTION_CHANNELS as readonly string[]).includes(channel);
}

function noSuchChannel(): AppError {
  return new AppError({
    kind: 'not_found',
    code: 'NO_SUCH_CHANNEL',
    message: `There is no such channel. It must be one of ${CONNECTION_CHANNELS.join(', ')}.`,
  });
}

/** A failed one may be repeated at once: whoever has just mended something wants to see. */
function refuseRepeat(msSinceSent: number | null): void {
  const waitMs = QUIET_MS - (msSinceSent ?? Infinity);
  if (waitMs <= 0) return;
  throw new AppError({
    kind: 'conflict',
    code: 'TEST_JUST_SENT',
    message: 'A test message was sent a moment ago. Look for it first, or send another one in a few seconds.',
    retryAfterMs: waitMs,
  });
}
