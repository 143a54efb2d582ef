import { Inject, Injectable, type OnApplicationBootstrap } from '@nestjs/common';

import { StripeEventsRepository } from '@ringwell/database/billing/stripe-events.repository';
import { AppError } from '@ringwell/domain/app-error';
import { CONFIG } from '@ringwell/platform/config/config.module';
import type { Config } from '@ringwell/platform/config/settings';
import type { Logger } from '@ringwell/platform/logging/create-logger';
import { LOGGER } from '@ringwell/platform/logging/logger.module';
import { readStripeEvent } from '@ringwell/platform/stripe/stripe-webhook';

import { readRequestBody, type BodyRequest } from '../http/body/request-body';

/** Many times the size of any event that we ask for. */
const MAX_EVENT_BYTES = 524_288;

/** Takes in what Stripe reports: it is stored, once, and worked off by a worker. */
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
        'STRIPE_WEBHOOK_SECRET is not set: subscriptions can be bought, but nothing is granted for them. Run: npm run stripe:setup',
      );
    }
  }

  /**
   * @param request whose body nobody has read
   * @throws AppError `billing_not_configured`, `WEBHOOK_SIGNATURE_INVALID`, `WEBHOOK_UNREADABLE`, and what `readRequestBody` says
   */
  async receive(request: BodyRequest, signature: string | undefined): Promise<void> {
    const { STRIPE_WEBHOOK_SECRET: secrets } = this.config;
    if (secrets.length === 0) throw notConfigured();
    const body = await readRequestBody(request, { name: 'event', maxBytes: MAX_EVENT_BYTES });
    const event = readStripeEvent(body, signature, secrets);
    if (!event) return;
    const isNew = await this.events.store(event);
    this.logger.info({ eventId: event.id, eventType: event.type, isNew }, 'Stripe reported an event.');
  }
}

function notConfigured(): AppError {
  return new AppError({
    kind: 'unavailable',
    code: 'billing_not_configured',
    message: 'Events of the payment provider are not taken here: STRIPE_WEBHOOK_SECRET is not set.',
  });
}
