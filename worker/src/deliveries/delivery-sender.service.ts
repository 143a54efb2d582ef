import { Inject, Injectable } from '@nestjs/common';

import { DeliveriesRepository } from '@ringwell/database/deliveries/deliveries.repository';
import { isTestMessage, type Delivery } from '@ringwell/database/deliveries/delivery.entity';
import type { LeasedDelivery } from '@ringwell/database/scheduling/dispatch.repository';
import { AppError, toAppError } from '@ringwell/domain/app-error';
import { isFinalCallState } from '@ringwell/domain/call';
import { deliveryRetryDelayMs, type DeliveryChannelName } from '@ringwell/domain/delivery';
import type { Logger } from '@ringwell/platform/logging/create-logger';
import { LOGGER } from '@ringwell/platform/logging/logger.module';
import { PipelineMetrics } from '@ringwell/platform/metrics/pipeline-metrics';
import { isTimeoutError, startTimeLimit } from '@ringwell/platform/time-limit';
import { annotateSpan, failSpan } from '@ringwell/platform/tracing/span';

import { ChannelRegistry } from './channel-registry';
import {
  MessageSuppressed,
  suppressedAs,
  UNCONFIRMED,
  type AttemptOutcome,
  type DeliveryChannel,
  type DeliveryMessage,
  type SendOptions,
  type Suppression,
} from './delivery-channel';
import { DeliveryPolicyService } from './delivery-policy.service';
import { MessageComposerService } from './message-composer.service';
import { NoticeSenderService } from './notice-sender.service';
import { QUIET_HOURS, quietMsLeft } from './quiet-hours';

// Limit for one attempt, well within the lease of a delivery that is being sent.
const SEND_TIMEOUT_MS = 30_000;

// Deliveries of a call that is being reprocessed wait this long before they check again whether it has ended.
const REPROCESSING_DELAY_MS = 15_000;

// Longest pause that a `Retry-After` can impose on a connection.
const MAX_PAUSE_MS = 3_600_000;

// Channels read by systems get the result of the latest run only. People are alerted once, by the first run.
const FOR_SYSTEMS: ReadonlySet<DeliveryChannelName> = new Set(['servicetitan', 'callback', 'webhook']);
const SUPERSEDED: Suppression = {
  code: 'DELIVERY_SUPERSEDED',
  message: 'This call was reprocessed, so the newer result was sent instead.',
};

const CHANGED_AGAIN: Suppression = {
  code: 'DELIVERY_SUPERSEDED',
  message: 'This changed again, so the newer change was sent instead.',
};

@Injectable()
export class DeliverySenderService {
  protected readonly sendTimeoutMs: number = SEND_TIMEOUT_MS;
  private readonly stopping = new AbortController();
  private active = 0;

  constructor(
    private readonly deliveries: DeliveriesRepository,
    private readonly messages: MessageComposerService,
    private readonly channels: ChannelRegistry,
    private readonly policy: DeliveryPolicyService,
    private readonly notices: NoticeSenderService,
    private readonly metrics: PipelineMetrics,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  /**
   * Attempts whose outcome is not stored yet. Shutdown waits for them: without an outcome, a message counts as one that
   * may have arrived.
   */
  get activeCount(): number {
    return this.active;
  }

  /** Aborts the running attempts. Their messages may have arrived. */
  stopAll(): void {
    this.stopping.abort(
      new AppError({
        kind: 'timeout',
        code: 'DELIVERY_INTERRUPTED',
        message: "Sending was interrupted. We'll check before retrying.",
        retryable: true,
      }),
    );
  }

  /** Makes one attempt. Does not reject if the remote service fails: the outcome is stored. */
  async send(lease: LeasedDelivery): Promise<void> {
    this.active += 1;
    await this.claimAndAttempt(lease).finally(() => {
      this.active -= 1;
    });
  }

  private async claimAndAttempt(lease: LeasedDelivery): Promise<void> {
    const delivery = await this.deliveries.claim(lease);
    if (!delivery) return;
    annotateSpan({
      'ringwell.account.id': delivery.accountId,
      ...(delivery.callId !== null && { 'ringwell.call.id': delivery.callId }),
      'ringwell.delivery.id': delivery.id,
      'ringwell.delivery.channel': delivery.channel,
      'ringwell.attempt': delivery.attempts,
    });
    if (this.stopping.signal.aborted) return this.deliveries.postpone(lease, 0); // nothing was sent yet
    const outcome = await this.attemptAndConclude(lease, delivery, new Date());
    if (!outcome) return;
    this.metrics.countDelivery(delivery.channel, outcome.state);
    annotateSpan({ 'ringwell.outcome': outcome.state });
    this.logger.info(
      { deliveryId: delivery.id, channel: delivery.channel, state: outcome.state, attempt: delivery.attempts },
      'delivery: finished attempt',
    );
  }

  private async attemptAndConclude(
    lease: LeasedDelivery,
    delivery: Delivery,
    startedAt: Date,
  ): Promise<AttemptOutcome | null> {
    const outcome = await this.metrics
      .timeStep(`deliver_${delivery.channel}`, () => this.attempt(lease, delivery))
      .catch((error: unknown) => this.failure(delivery, error));
    if (outcome) await this.deliveries.conclude(lease, { ...outcome, startedAt });
    return outcome;
  }

  private async attempt(lease: LeasedDelivery, delivery: Delivery): Promise<AttemptOutcome | null> {
    const limit = startTimeLimit(this.sendTimeoutMs, this.stopping.signal);
    try {
      return await this.attemptWithSignal({ signal: limit.signal }, lease, delivery);
    } finally {
      limit.end();
    }
  }

  private async attemptWithSignal(
    options: SendOptions,
    lease: LeasedDelivery,
    delivery: Delivery,
  ): Promise<AttemptOutcome | null> {
    const channel = this.channels.get(delivery.channel);
    if (isTestMessage(delivery)) return this.attemptTest(delivery, channel, options);
    if (delivery.callId === null) return this.notices.attempt(lease, delivery, channel, options);
    const message = await this.messages.compose(delivery, delivery.callId);
    if (!isFinalCallState(message.call.state)) {
      await this.deliveries.postpone(lease, REPROCESSING_DELAY_MS);
      return null;
    }
    const suppression = await this.suppression(message, channel);
    if (suppression) return suppressedAs(suppression);
    const quietMs = quietMsLeft(message);
    if (quietMs > 0) {
      await this.deliveries.postpone(lease, quietMs, QUIET_HOURS);
      // A change in between has missed this email, because it was not waiting yet.
      const now = await this.messages.compose(delivery, delivery.callId);
      if (quietMsLeft(now) === 0) await this.deliveries.endQuietHours(delivery.accountId, delivery.destination);
      return null;
    }
    if (delivery.state === 'verifying') {
      const verification = await channel.verify(message, options);
      if (verification === 'arrived') return { state: 'sent' };
      if (verification === 'give_up') return UNCONFIRMED;
    }
    return { state: 'sent', ...(await channel.send(message, options)) };
  }

  // A test gets only one attempt, because a user waits for its outcome.
  private async attemptTest(
    delivery: Delivery,
    channel: DeliveryChannel,
    options: SendOptions,
  ): Promise<AttemptOutcome> {
    if (delivery.state === 'verifying') {
      return {
        state: 'dead',
        errorCode: 'DELIVERY_UNCONFIRMED',
        errorMessage: 'The test was interrupted. Its message may have arrived. Send another test.',
      };
    }
    const { unavailable } = channel;
    if (unavailable) throw new AppError({ kind: 'unavailable', ...unavailable });
    return { state: 'sent', ...(await channel.sendTest(await this.messages.composeTest(delivery), options)) };
  }

  private async suppression(message: DeliveryMessage, channel: DeliveryChannel): Promise<Suppression | null> {
    const { delivery } = message;
    if (FOR_SYSTEMS.has(delivery.channel) && (await this.deliveries.isSuperseded(delivery)))
      return delivery.event === null ? SUPERSEDED : CHANGED_AGAIN;
    return this.policy.currentSuppression(delivery.channel, message) ?? (await channel.suppression(message));
  }

  private failure(delivery: Delivery, thrown: unknown): AttemptOutcome {
    if (thrown instanceof MessageSuppressed) return suppressedAs(thrown.suppression);
    const error = isTimeoutError(thrown) ? responseTimeout(thrown) : toAppError(thrown);
    this.logger.warn(
      { err: thrown, deliveryId: delivery.id, channel: delivery.channel, code: error.code },
      'delivery: attempt failed',
    );
    this.metrics.countProviderError(delivery.channel, error.code);
    failSpan(error.code);
    const reason = { errorCode: error.code, errorMessage: error.message };
    if (!error.retryable || isTestMessage(delivery))
      return { state: 'failed', isTransient: error.retryable, ...reason };
    const delayMs = deliveryRetryDelayMs(delivery.channel, delivery.attempts);
    if (delayMs === undefined) return { state: 'dead', ...reason };
    const isUncertain = error.kind === 'timeout';
    const pauseMs = error.retryAfterMs === undefined ? undefined : Math.min(error.retryAfterMs, MAX_PAUSE_MS);
    return {
      state: isUncertain ? 'unknown' : 'retry',
      delayMs: Math.max(delayMs, error.retryAfterMs ?? 0),
      pauseMs,
      ...reason,
    };
  }
}

function responseTimeout(cause: unknown): AppError {
  return new AppError({
    kind: 'timeout',
    code: 'DELIVERY_TIMEOUT',
    retryable: true,
    cause,
    message: "The recipient didn't confirm the message in time. It may have arrived.",
  });
}
