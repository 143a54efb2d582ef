import { Inject, Injectable } from '@nestjs/common';

import type { AccountSettings } from '@ringwell/database/accounts/account-settings.entity';
import type { User } from '@ringwell/database/accounts/user.entity';
import { UsersRepository } from '@ringwell/database/accounts/users.repository';
import { CallsRepository } from '@ringwell/database/calls/calls.repository';
import { DeliveriesRepository, type DeliveryOutcome } from '@ringwell/database/deliveries/deliveries.repository';
import type { Delivery } from '@ringwell/database/deliveries/delivery.entity';
import type { LeasedDelivery } from '@ringwell/database/scheduling/dispatch.repository';
import { AppError, toAppError } from '@ringwell/domain/app-error';
import { isFinalCallState } from '@ringwell/domain/call';
import { deliveryRetryDelayMs, type DeliveryChannelName } from '@ringwell/domain/delivery';
import type { Logger } from '@ringwell/platform/logging/create-logger';
import { LOGGER } from '@ringwell/platform/logging/logger.module';
import { PipelineMetrics } from '@ringwell/platform/metrics/pipeline-metrics';
import { isTimeoutError, startTimeLimit } from '@ringwell/platform/time-limit';

import { ChannelRegistry } from './channel-registry';
import {
  MessageSuppressed,
  type DeliveryChannel,
  type DeliveryMessage,
  type SendOptions,
  type Suppression,
} from './delivery-channel';
import { DeliveryRules } from './delivery-rules';

/** Longest time for one try; well inside the lease of a sending delivery. */
const SEND_TIMEOUT_MS = 30_000;

/** While a call runs once more, what is still to be said of it waits for the end. */
const CALL_UNDER_WAY_WAIT_MS = 15_000;

/** What somebody asks us to wait is believed up to here. */
const LONGEST_PAUSE_MS = 3_600_000;

/** Channels that a system reads: of two runs of a call, it wants the later one. People are alerted once, of the first. */
const FOR_SYSTEMS: ReadonlySet<DeliveryChannelName> = new Set(['servicetitan', 'callback', 'webhook']);
const SUPERSEDED: Suppression = {
  code: 'DELIVERY_SUPERSEDED',
  message: 'The call was processed again meanwhile; the later result was sent instead.',
};

type Outcome = Omit<DeliveryOutcome, 'startedAt'>;

/** Sends one leased delivery and notes what became of it. */
@Injectable()
export class SendDelivery {
  protected readonly sendTimeoutMs: number = SEND_TIMEOUT_MS;
  private readonly stopping = new AbortController();
  private active = 0;

  constructor(
    private readonly deliveries: DeliveriesRepository,
    private readonly calls: CallsRepository,
    private readonly users: UsersRepository,
    private readonly channels: ChannelRegistry,
    private readonly rules: DeliveryRules,
    private readonly metrics: PipelineMetrics,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  /** Tries under way in this process, until their outcome stands in the row. */
  get activeCount(): number {
    return this.active;
  }

  /** Ends the tries under way. Whether their messages arrived is not known then. */
  stopAll(): void {
    this.stopping.abort(
      new AppError({
        kind: 'timeout',
        code: 'DELIVERY_INTERRUPTED',
        message: 'Sending was interrupted; it is looked into before it is tried again.',
        retryable: true,
      }),
    );
  }

  /** Never rejects for a fault of the far side: the outcome stands in the row. */
  async send(lease: LeasedDelivery): Promise<void> {
    this.active += 1;
    await this.claimAndTry(lease).finally(() => {
      this.active -= 1;
    });
  }

  private async claimAndTry(lease: LeasedDelivery): Promise<void> {
    const delivery = await this.deliveries.claim(lease);
    if (!delivery) return;
    if (this.stopping.signal.aborted) return this.deliveries.postpone(lease, 0); // nothing has left yet
    const outcome = await this.tryOnce(lease, delivery, new Date());
    if (!outcome) return;
    this.metrics.countDelivery(delivery.channel, outcome.state);
    this.logger.info(
      { deliveryId: delivery.id, channel: delivery.channel, state: outcome.state, attempt: delivery.attempts },
      'A delivery was tried.',
    );
  }

  /** The try and the note of how it ended: a process that stops in between would leave a message that may have arrived. */
  private async tryOnce(lease: LeasedDelivery, delivery: Delivery, startedAt: Date): Promise<Outcome | null> {
    const outcome = await this.metrics
      .timeStep(`deliver_${delivery.channel}`, () => this.attempt(lease, delivery))
      .catch((error: unknown) => this.failure(delivery, error));
    if (outcome) await this.deliveries.conclude(lease, { ...outcome, startedAt });
    return outcome;
  }

  private async attempt(lease: LeasedDelivery, delivery: Delivery): Promise<Outcome | null> {
    const limit = startTimeLimit(this.sendTimeoutMs, this.stopping.signal);
    try {
      return await this.attemptWithin({ signal: limit.signal }, lease, delivery);
    } finally {
      limit.end();
    }
  }

  private async attemptWithin(
    options: SendOptions,
    lease: LeasedDelivery,
    delivery: Delivery,
  ): Promise<Outcome | null> {
    const channel = this.channels.get(delivery.channel);
    if (delivery.callId === null) return this.attemptTest(delivery, channel, options);
    const message = await this.compose(delivery, delivery.callId);
    if (!isFinalCallState(message.call.state)) {
      await this.deliveries.postpone(lease, CALL_UNDER_WAY_WAIT_MS);
      return null;
    }
    const refusal = await this.refusal(message, channel);
    if (refusal) return { state: 'suppressed', errorCode: refusal.code, errorMessage: refusal.message };
    if (delivery.state === 'verifying') {
      const verification = await channel.verify(message, options);
      if (verification === 'arrived') return { state: 'sent' };
      if (verification === 'give_up') {
        return {
          state: 'dead',
          errorCode: 'DELIVERY_UNCONFIRMED',
          errorMessage:
            'The message may have arrived, so it was not sent again. Look for it, and send it again if it is missing.',
        };
      }
    }
    return { state: 'sent', ...(await channel.send(message, options)) };
  }

  /** Somebody waits for it, so there is one try. */
  private async attemptTest(delivery: Delivery, channel: DeliveryChannel, options: SendOptions): Promise<Outcome> {
    if (delivery.state === 'verifying') {
      return {
        state: 'dead',
        errorCode: 'DELIVERY_UNCONFIRMED',
        errorMessage: 'The test was interrupted; its message may have arrived. Send another one.',
      };
    }
    const { unavailable } = channel;
    if (unavailable) throw new AppError({ kind: 'unavailable', ...unavailable });
    return { state: 'sent', ...(await channel.sendTest({ delivery, ...(await this.accountOf(delivery)) }, options)) };
  }

  private async refusal(message: DeliveryMessage, channel: DeliveryChannel): Promise<Suppression | null> {
    const { delivery } = message;
    if (FOR_SYSTEMS.has(delivery.channel) && (await this.deliveries.isSuperseded(delivery))) return SUPERSEDED;
    return this.rules.refusalNow(delivery.channel, message) ?? (await channel.suppression(message));
  }

  private async compose(delivery: Delivery, callId: string): Promise<DeliveryMessage> {
    const [found, account] = await Promise.all([
      this.calls.findWithResult(delivery.userId, callId),
      this.accountOf(delivery),
    ]);
    if (!found) throw missing();
    const { call, transcript, analysis, usage } = found;
    return {
      delivery,
      ...account,
      call,
      result: transcript && analysis ? { transcript, analysis, usageMinutes: Number(usage?.minutes ?? 0) } : null,
    };
  }

  private async accountOf({ userId }: Delivery): Promise<{ user: User; settings: AccountSettings }> {
    const [user, settings] = await Promise.all([this.users.findById(userId), this.users.findSettings(userId)]);
    if (!user || !settings) throw missing();
    return { user, settings };
  }

  private failure(delivery: Delivery, thrown: unknown): Outcome {
    if (thrown instanceof MessageSuppressed)
      return { state: 'suppressed', errorCode: thrown.suppression.code, errorMessage: thrown.suppression.message };
    const error = isTimeoutError(thrown) ? noAnswer(thrown) : toAppError(thrown);
    this.logger.warn(
      { err: thrown, deliveryId: delivery.id, channel: delivery.channel, code: error.code },
      'A delivery failed.',
    );
    this.metrics.countProviderError(delivery.channel, error.code);
    const reason = { errorCode: error.code, errorMessage: error.message };
    if (!error.retryable || delivery.callId === null) return { state: 'failed', mayPass: error.retryable, ...reason };
    const delayMs = deliveryRetryDelayMs(delivery.channel, delivery.attempts);
    if (delayMs === undefined) return { state: 'dead', ...reason };
    const isUncertain = error.kind === 'timeout';
    const pauseMs = error.retryAfterMs === undefined ? undefined : Math.min(error.retryAfterMs, LONGEST_PAUSE_MS);
    return {
      state: isUncertain ? 'unknown' : 'retry',
      delayMs: Math.max(delayMs, error.retryAfterMs ?? 0),
      pauseMs,
      ...reason,
    };
  }
}

/** The time for the whole try ran out, whatever the channel was doing. */
function noAnswer(cause: unknown): AppError {
  return new AppError({
    kind: 'timeout',
    code: 'DELIVERY_TIMEOUT',
    retryable: true,
    cause,
    message: 'The receiver did not confirm the message in time; it may have arrived.',
  });
}

function missing(): AppError {
  return new AppError({ kind: 'not_found', code: 'CALL_MISSING', message: 'This call is no longer there.' });
}
