import { Inject, Injectable } from '@nestjs/common';

import { AccountsRepository } from '@ringwell/database/accounts/accounts.repository';
import { ActivityRepository, type Actor } from '@ringwell/database/accounts/security/activity.repository';
import { userDisplayName } from '@ringwell/domain/accounts/user-display-name';
import { isLive } from '@ringwell/domain/billing/subscription';
import { conflict, notFound, type AppError } from '@ringwell/domain/errors/app-error';
import { CONFIG, type Config } from '@ringwell/platform/config/config.module';
import { getPublicUrl } from '@ringwell/platform/config/public-url';
import { findPortalConfiguration } from '@ringwell/platform/stripe/portal-configuration';
import { StripeConnection } from '@ringwell/platform/stripe/stripe-connection';
import { isMissingInStripe } from '@ringwell/platform/stripe/stripe-failure';

import type { SubscriptionDto } from './dto/subscription.dto';

@Injectable()
export class BillingService {
  constructor(
    private readonly accounts: AccountsRepository,
    private readonly activity: ActivityRepository,
    private readonly stripe: StripeConnection,
    @Inject(CONFIG) private readonly config: Config,
  ) {}

  /** Returns the subscription as Stripe last reported it. @throws AppError `ACCOUNT_NOT_FOUND` */
  async getSubscription(accountId: string): Promise<SubscriptionDto> {
    const settings = await this.accounts.findSettings(accountId);
    if (!settings) throw accountNotFound();
    const { subscriptionStatus: status, subscriptionPlan: plan, addOns, currentPeriodEnd, stripeCustomerId } = settings;
    return {
      status,
      plan: isLive(status) ? plan : null,
      addOns,
      currentPeriodEnd: currentPeriodEnd?.toISOString() ?? null,
      canManage: this.stripe.isSetUp && stripeCustomerId !== null,
    };
  }

  /**
   * Opens the portal for the account's Stripe customer.
   * @returns its URL, which gives access to anyone who has it and expires after a few minutes
   * @throws AppError `NEVER_SUBSCRIBED`, `ACCOUNT_NOT_FOUND`, and whatever `StripeConnection.use` throws
   */
  async openPortal(accountId: string, actor: Actor): Promise<string> {
    const [owner, settings] = await Promise.all([
      this.accounts.findOwner(accountId),
      this.accounts.findSettings(accountId),
    ]);
    if (!owner || !settings) throw accountNotFound();
    const { url } = await this.stripe.use(async (stripe) => {
      const customer = settings.stripeCustomerId;
      if (customer === null) throw neverSubscribed();
      const configuration = await findPortalConfiguration(stripe);
      return stripe.billingPortal.sessions
        .create({
          customer,
          return_url: `${getPublicUrl(this.config)}/`,
          ...(configuration && { configuration: configuration.id }),
        })
        .catch((error: unknown) => {
          throw isMissingInStripe(error, 'customer') ? neverSubscribed() : error;
        });
    });
    await this.activity.record(actor, {
      action: 'Billing portal opened',
      description: `${userDisplayName(owner)}'s billing portal was opened.`,
      accountId,
    });
    return url;
  }
}

function accountNotFound(): AppError {
  return notFound('ACCOUNT_NOT_FOUND', 'This account has just been deleted.');
}

function neverSubscribed(): AppError {
  return conflict(
    'NEVER_SUBSCRIBED',
    'There is no subscription to manage. Choose a plan first. A new subscription appears within a minute.',
  );
}
