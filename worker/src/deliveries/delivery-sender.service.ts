import { Inject, Injectable } from '@nestjs/common';

import { DeliveriesRepository } from '@ringwell/database/deliveries/deliveries.repository';
import { isTestMessage, type Delivery } from '@ringwell/database/deliveries/delivery.entity';
import type { LeasedDelivery } from '@ringwell/database/scheduling/dispatch.repository';
import { deliveryRetryDelayMs } from '@ringwell/domain/deliveries/retry-delays';
import { timedOut, toAppError, type AppError } from '@ringwell/domain/errors/app-error';
import { getOperatorInstruction } from '@ringwell/domain/errors/operator-instruction';
import type { Logger } from '@ringwell/platform/logging/create-logger';
import { LOGGER } from '@ringwell/platform/logging/logger.module';
import { PipelineMetrics } from '@ringwell/platform/metrics/pipeline-metrics';
import { isTimeoutError, startTimeLimit } from '@ringwell/platform/time-limit';
import { annotateSpan, failSpan } from '@ringwell/platform/tracing/span';

import { MAX_OPERATOR_WAIT_MS, OPERATOR_WAIT_MS, WorkerIdentity } from '../worker-identity';
import { ChannelRegistry } from './channel-registry';
import { MessageSuppressed, toSuppressedOutcome, type AttemptOutcome, type SendOptions } from './delivery-channel';
import { MessageContextService } from './messages/message-context.service';
import { MessagesService } from './messages/messages.service';
import { QUIET_HOURS, checkQuietHours } from './quiet-hours';

// Time limit per attempt, well within the delivery's lease.
const SEND_TIMEOUT_MS = 30_000;

// Longest pause that a `Retry-After` can impose on a connection.
const MAX_PAUSE_MS = 3_600_000;

@Injectable()
export class DeliverySenderService {
  protected readonly sendTimeoutMs: number = SEND_TIMEOUT_MS;
  private readonly stopController = new AbortController();
  private runningCount = 0;

  constructor(
    private readonly deliveries: DeliveriesRepository,
    private readonly channels: ChannelRegistry,
    private readonly context: MessageContextService,
    private readonly messages: MessagesService,
    private readonly identity: WorkerIdentity,
    private readonly metrics: PipelineMetrics,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  /**
   * Attempts whose outcome isn't stored yet. Shutdown waits for them, because a message without an outcome is treated
   * as one that may have arrived.
   */
  get activeCount(): number {
    return this.runningCount;
  }

  /** Aborts the running attempts. Their messages may have arrived. */
  stopAll(): void {
    this.stopController.abort(
      timedOut('DELIVERY_INTERRUPTED', 'Sending was interrupted. The message may have arrived.', { retryable: true }),
    );
  }

  /** Makes one attempt. Doesn't reject if the remote service fails; the outcome is stored instead. */
  async send(lease: LeasedDelivery): Promise<void> {
    this.runningCount += 1;
    try {
      const delivery = await this.deliveries.claim(lease);
      if (delivery) await this.sendClaimedDelivery(lease, delivery);
    } finally {
      this.runningCount -= 1;
    }
  }

  private async sendClaimedDelivery(lease: LeasedDelivery, delivery: Delivery): Promise<void> {
    annotateSpan({
      'ringwell.account.id': delivery.accountId,
      ...(delivery.callId !== null && { 'ringwell.call.id': delivery.callId }),
      'ringwell.delivery.id': delivery.id,
      'ringwell.delivery.channel': delivery.channel,
      'ringwell.attempt': delivery.attempts,
    });
    if (this.stopController.signal.aborted) return this.deliveries.postpone(lease, 0); // nothing was sent yet
    const startedAt = new Date();
    const limit = startTimeLimit(this.sendTimeoutMs, this.stopController.signal);
    const outcome = await this.metrics
      .timeStep(`deliver_${delivery.channel}`, () => this.attempt(lease, delivery, limit))
      .catch((error: unknown) => this.handleFailure(lease, delivery, error))
      .finally(() => limit.end());
    if (!outcome) return;
    await this.deliveries.conclude(lease, { ...outcome, startedAt });
    this.metrics.countDelivery(delivery.channel, outcome.state);
    annotateSpan({ 'ringwell.outcome': outcome.state });
    this.logger.info(
      { deliveryId: delivery.id, channel: delivery.channel, state: outcome.state, attempt: delivery.attempts },
      'delivery: finished attempt',
    );
  }

  /** @returns null if the message was postponed */
  private async attempt(
    lease: LeasedDelivery,
    delivery: Delivery,
    { signal }: SendOptions,
  ): Promise<AttemptOutcome | null> {
    const channel = this.channels.get(delivery.channel);
    const result = await this.messages.attempt({ delivery, channel, options: { signal } });
    if (!('waitMs' in result)) return result;
    await this.deliveries.postpone(lease, result.waitMs, result.reason);
    if (result.reason === QUIET_HOURS) await this.recheckQuietHours(delivery);
    return null;
  }

  // Rechecks, because a settings change just before the message was postponed couldn't release it.
  private async recheckQuietHours(delivery: Delivery): Promise<void> {
    const [{ settings }, recipientAlerts] = await Promise.all([
      this.context.load(delivery),
      this.context.findRecipientAlerts(delivery),
    ]);
    if (!checkQuietHours({ settings, recipientAlerts }))
      await this.deliveries.endQuietHours(delivery.accountId, delivery.destination);
  }

  /** @returns null if the message was postponed */
  private async handleFailure(
    lease: LeasedDelivery,
    delivery: Delivery,
    thrown: unknown,
  ): Promise<AttemptOutcome | null> {
    if (thrown instanceof MessageSuppressed) return toSuppressedOutcome(thrown.suppression);
    const error = isTimeoutError(thrown) ? responseTimeoutError(thrown) : toAppError(thrown);
    this.logger.warn(
      { err: thrown, deliveryId: delivery.id, channel: delivery.channel, code: error.code },
      'delivery: attempt failed',
    );
    this.metrics.countProviderError(delivery.channel, error.code);
    failSpan(error.code);
    const instruction = getOperatorInstruction(error);
    if (instruction !== null && canWaitForOperator(delivery, error)) {
      this.identity.reportProblem('message', instruction);
      await this.deliveries.postpone(lease, OPERATOR_WAIT_MS, error);
      return null;
    }
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

// The receiver wasn't contacted, so retrying doesn't bother it. Tests can't wait, because a person is waiting for them.
function canWaitForOperator(delivery: Delivery, { kind }: AppError): boolean {
  const ageMs = Date.now() - delivery.createdAt.getTime();
  return kind === 'internal' && ageMs < MAX_OPERATOR_WAIT_MS && !isTestMessage(delivery);
}

function responseTimeoutError(cause: unknown): AppError {
  return timedOut('DELIVERY_TIMEOUT', "The recipient didn't confirm the message in time. It may have arrived.", {
    retryable: true,
    cause,
  });
}
