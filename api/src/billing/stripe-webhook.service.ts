import { Inject, Injectable, type OnApplicationBootstrap } from '@nestjs/common';

import { StripeEventsRepository } from '@ringwell/database/billing/stripe-events.repository';
import { unavailable } from '@ringwell/domain/errors/app-error';
import { CONFIG, type Config } from '@ringwell/platform/config/config.module';
import { LOGGER, type Logger } from '@ringwell/platform/logging/logger.module';
import { readStripeEvent } from '@ringwell/platform/stripe/read-stripe-event';

import { readRequestBody, type BodyRequest } from '../http/body/request-body';

// Far larger than any event that the endpoint subscribes to.
const MAX_EVENT_BYTES = 524_288;

/** Stores each Stripe event once, for a worker to process. */
@Injectable()
export class StripeWebhookService implements OnApplicationBootstrap {
  constructor(
    private readonly events: StripeEventsRepository,
    @Inject(CONFIG) private readonly config: Config,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  onApplicationBootstrap(): void {
    const { STRIPE_SECRET_KEY: key, STRIPE_WEBHOOK_SECRET: secrets } = this.config;
    if (key !== undefined && secrets.length === 0) {
      this.logger.warn(
        'billing: STRIPE_WEBHOOK_SECRET is not set, so purchased subscriptions are not activated. ' +
          'Run: npm run stripe:setup',
      );
    }
  }

  /**
   * @param request a request whose body has not been read yet
   * @throws AppError `billing_not_configured`, `WEBHOOK_SIGNATURE_INVALID`, `WEBHOOK_UNREADABLE`, and whatever
   * `readRequestBody` throws
   */
  async receive(request: BodyRequest, signature: string | undefined): Promise<void> {
    const { STRIPE_WEBHOOK_SECRET: secrets } = this.config;
    if (secrets.length === 0)
      throw unavailable(
        'billing_not_configured',
        'Payment events are not accepted because STRIPE_WEBHOOK_SECRET is not set.',
      );
    const body = await readRequestBody(request, { name: 'event', maxBytes: MAX_EVENT_BYTES });
    const event = readStripeEvent(body, signature, secrets);
    if (!event) return;
    const isNew = await this.events.store(event);
    this.logger.info({ eventId: event.id, eventType: event.type, isNew }, 'billing: received a Stripe event');
  }
}
