import { Inject, Injectable } from '@nestjs/common';

import type { Delivery } from '@ringwell/database/entities/delivery.entity';
import { CallsRepository } from '@ringwell/database/repositories/calls.repository';
import { DeliveriesRepository, type DeliveryOutcome } from '@ringwell/database/repositories/deliveries.repository';
import type { LeasedDelivery } from '@ringwell/database/repositories/dispatch.repository';
import { UsersRepository } from '@ringwell/database/repositories/users.repository';
import { AppError, toAppError } from '@ringwell/domain/app-error';
import { deliveryRetryDelayMs } from '@ringwell/domain/delivery';
import type { Logger } from '@ringwell/platform/logging/create-logger';
import { LOGGER } from '@ringwell/platform/logging/logger.module';
import { PipelineMetrics } from '@ringwell/platform/metrics/pipeline-metrics';

import { ChannelRegistry } from './channel-registry';
import type { DeliveryChannel, DeliveryMessage } from './delivery-channel';

/** Longest time for one try; well inside the lease of a sending delivery. */
const SEND_TIMEOUT_MS = 30_000;

type Outcome = Omit<DeliveryOutcome, 'startedAt'>;

/** Sends one leased delivery and notes what became of it. */
@Injectable()
export class SendDelivery {
  private readonly stopping = new AbortController();
  private active = 0;

  constructor(
    private readonly deliveries: DeliveriesRepository,
    private readonly calls: CallsRepository,
    private readonly users: UsersRepository,
    private readonly channels: ChannelRegistry,
    private readonly metrics: PipelineMetrics,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  /** Tries under way in this process. */
  get activeCount(): number {
    return this.active;
  }

  /** Ends the tries under way. Whether their messages arrived is not known then. */
  stopAll(): void {
    this.stopping.abort(new AppError({
      kind: 'timeout', code: 'DELIVERY_INTERRUPTED', message: 'Sending was interrupted; it is looked into before it is tried again.', retryable: true,
    }));
  }

  /** Never rejects for a fault of the far side: the outcome stands in the row. */
  async send(lease: LeasedDelivery): Promise<void> {
    const delivery = await this.deliveries.claim(lease);
    if (!delivery) return;
    const startedAt = new Date();
    const channel = this.channels.get(delivery.channel);
    this.active += 1;
    const outcome = await this.metrics.timeStep(`deliver_${delivery.channel}`, () => this.attempt(delivery, channel))
      .catch((error: unknown) => this.failure(delivery, error))
      .finally(() => { this.active -= 1; });
    await this.deliveries.conclude(lease, { ...outcome, startedAt });
    this.logger.info({ deliveryId: delivery.id, channel: delivery.channel, state: outcome.state, attempt: delivery.attempts }, 'A delivery was tried.');
  }

  private async attempt(delivery: Delivery, channel: DeliveryChannel): Promise<Outcome> {
    const message = await this.compose(delivery);
    const options = { signal: AbortSignal.any([this.stopping.signal, AbortSignal.timeout(SEND_TIMEOUT_MS)]) };
    if (delivery.state === 'verifying') {
      const verification = await channel.verify(message, options);
      if (verification === 'arrived') return { state: 'sent' };
      if (verification === 'give_up') {
        return { state: 'dead', errorCode: 'DELIVERY_UNCONFIRMED', errorMessage: 'The message may have arrived; it was not sent again.' };
      }
    }
    const { providerRef } = await channel.send(message, options);
    return { state: 'sent', providerRef };
  }

  private async compose(delivery: Delivery): Promise<DeliveryMessage> {
    const [found, settings] = await Promise.all([
      this.calls.findWithResult(delivery.userId, delivery.callId),
      this.users.settings(delivery.userId),
    ]);
    if (!found || !settings) {
      throw new AppError({ kind: 'not_found', code: 'CALL_MISSING', message: 'This call is no longer there.' });
    }
    const { call, transcript, analysis, usage } = found;
    return { delivery, settings, call, result: transcript && analysis ? { transcript, analysis, usageMinutes: Number(usage?.minutes ?? 0) } : null };
  }

  private failure(delivery: Delivery, thrown: unknown): Outcome {
    const error = toAppError(thrown);
    this.logger.warn({ err: thrown, deliveryId: delivery.id, channel: delivery.channel, code: error.code }, 'A delivery failed.');
    this.metrics.countProviderError(delivery.channel, error.code);
    const reason = { errorCode: error.code, errorMessage: error.message };
    if (!error.retryable) return { state: 'failed', ...reason };
    const delayMs = deliveryRetryDelayMs(delivery.channel, delivery.attempts);
    if (delayMs === undefined) return { state: 'dead', ...reason };
    // No answer in time: the far side may have the message.
    const isUncertain = error.kind === 'timeout' || (thrown instanceof Error && thrown.name === 'TimeoutError');
    const state = isUncertain ? 'unknown' : 'retry';
    return { state, delayMs: Math.max(delayMs, error.retryAfterMs ?? 0), ...reason };
  }
}
