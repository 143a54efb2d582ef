import { createHash } from 'node:crypto';

import { Inject, Injectable } from '@nestjs/common';
import type Stripe from 'stripe';

import { AccountsRepository } from '@ringwell/database/accounts/accounts.repository';
import { ActivityRepository, type Actor } from '@ringwell/database/accounts/security/activity.repository';
import { LiveSubscriptionsService } from '@ringwell/database/billing/live-subscriptions.service';
import { userDisplayName } from '@ringwell/domain/accounts/user-display-name';
import type { AddOn, Plan } from '@ringwell/domain/billing/plans';
import { conflict, notFound } from '@ringwell/domain/errors/app-error';
import { CONFIG, type Config } from '@ringwell/platform/config/config.module';
import { getPublicUrl } from '@ringwell/platform/config/public-url';
import { StripeConnection } from '@ringwell/platform/stripe/stripe-connection';
import { isMissingInStripe } from '@ringwell/platform/stripe/stripe-failure';

import { validationFailed } from '../http/request/strict-validation.pipe';
import { lineItems } from './prices';

export interface Order {
  plan: Plan;
  addOns: AddOn[];
}

// How long double clicks and retries after a lost response return the same checkout session.
const DUPLICATE_ORDER_MS = 60_000;

// A checkout doesn't grant the plan. Stripe's later events do.
@Injectable()
export class CheckoutService {
  constructor(
    private readonly accounts: AccountsRepository,
    private readonly activity: ActivityRepository,
    private readonly stripe: StripeConnection,
    private readonly subscriptions: LiveSubscriptionsService,
    @Inject(CONFIG) private readonly config: Config,
  ) {}

  /**
   * @returns the URL of the payment page
   * @throws AppError `VALIDATION_FAILED`, `ALREADY_SUBSCRIBED`, `ACCOUNT_NOT_FOUND`, `BILLING_PRICES_MISSING`, and
   * whatever `StripeConnection.use` throws
   */
  async start(accountId: string, order: Order, actor: Actor): Promise<string> {
    assertAddOnsMatchPlan(order);
    const [owner, settings] = await Promise.all([
      this.accounts.findOwner(accountId),
      this.accounts.findSettings(accountId),
    ]);
    if (!owner) throw notFound('ACCOUNT_NOT_FOUND', 'This account has just been deleted.');
    const newCustomer = owner.email ? { customer_email: owner.email } : {};
    const customer = settings?.stripeCustomerId ? { customer: settings.stripeCustomerId } : newCustomer;
    if (await this.subscriptions.hasLiveSubscription(accountId))
      throw conflict(
        'ALREADY_SUBSCRIBED',
        'This account already has a subscription. To see it, choose Manage subscription. To change it, contact support.',
      );
    const url = await this.stripe.use((stripe) =>
      this.createSession(stripe, accountId, order, customer).catch((error: unknown) => {
        // The customer was deleted in Stripe, or belongs to another Stripe account or to test mode.
        if (isMissingInStripe(error, 'customer')) return this.createSession(stripe, accountId, order, newCustomer);
        throw error;
      }),
    );
    await this.activity.record(actor, {
      action: 'Checkout started',
      description: `A checkout for the ${order.plan} plan was started for ${userDisplayName(owner)}.`,
      accountId,
      metadata: { ...order },
    });
    return url;
  }

  /**
   * Returns the email address for the confirmation, or null until the checkout is paid.
   * @throws AppError `CHECKOUT_NOT_FOUND`, and whatever `StripeConnection.use` throws
   */
  async findConfirmationEmail(sessionId: string): Promise<string | null> {
    const { status, customer_details: customer } = await this.stripe.use((stripe) =>
      stripe.checkout.sessions.retrieve(sessionId).catch((error: unknown) => {
        throw isMissingInStripe(error)
          ? notFound('CHECKOUT_NOT_FOUND', 'Checkout not found. Follow the link on the payment page again.')
          : error;
      }),
    );
    return status === 'complete' ? (customer?.email ?? null) : null;
  }

  private async createSession(
    stripe: Stripe,
    accountId: string,
    { plan, addOns }: Order,
    customer: { customer?: string; customer_email?: string },
  ): Promise<string> {
    const baseUrl = getPublicUrl(this.config);
    const metadata = { userId: accountId, plan, addOns: addOns.toSorted().join(',') };
    const session: Stripe.Checkout.SessionCreateParams = {
      mode: 'subscription',
      line_items: await lineItems(stripe, plan),
      ...customer,
      client_reference_id: accountId,
      metadata,
      subscription_data: { metadata },
      success_url: `${baseUrl}/checkout/success?session_id={CHECKOUT_SESSION_ID}`,
      cancel_url: `${baseUrl}/`,
    };
    const { url } = await stripe.checkout.sessions.create(session, { idempotencyKey: checkoutIdempotencyKey(session) });
    if (typeof url !== 'string') throw new Error('Stripe returned a checkout session without a URL.');
    return url;
  }
}

// Includes all parameters, because Stripe rejects a key that is reused with different parameters.
function checkoutIdempotencyKey(session: Stripe.Checkout.SessionCreateParams): string {
  const period = Math.floor(Date.now() / DUPLICATE_ORDER_MS);
  return `checkout-${createHash('sha256')
    .update(JSON.stringify([period, session]))
    .digest('hex')}`;
}

function assertAddOnsMatchPlan({ plan, addOns }: Order): void {
  if (plan === 'base' && addOns.length > 0)
    throw validationFailed([
      { field: 'addOns', message: 'The base plan has no add-ons. Leave the list empty, or choose the team plan.' },
    ]);
  if (plan === 'team' && addOns.length === 0)
    throw validationFailed([{ field: 'addOns', message: 'Pick at least one chat app, or choose Base.' }]);
}
