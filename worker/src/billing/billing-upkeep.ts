import { Inject, Injectable } from '@nestjs/common';

import { SubscriptionsRepository, type UnsettledAccount } from '@ringwell/database/billing/subscriptions.repository';
import { UnitOfWork, type Repositories } from '@ringwell/database/unit-of-work';
import { toAppError } from '@ringwell/domain/app-error';
import { isLive, type Subscription } from '@ringwell/domain/subscription';
import { userDisplayName } from '@ringwell/domain/user-display-name';
import type { Logger } from '@ringwell/platform/logging/create-logger';
import { LOGGER } from '@ringwell/platform/logging/logger.module';
import { StripeConnection } from '@ringwell/platform/stripe/stripe-connection';
import { setCollectionPaused } from '@ringwell/platform/stripe/stripe-subscriptions';

import { LeaderElectionService } from '../leader/leader-election.service';
import { LeaderLoop } from '../leader/leader-loop';
import { AccountSubscriptions } from './account-subscriptions';
import { applySubscription, revokeTokens, STRIPE } from './apply-subscription';

const INTERVAL_MS = 5_000;

/**
 * Brings accounts and Stripe in line without an event, when this worker leads: finishes or takes back a deactivation
 * whose process died, pauses the payments of disabled accounts and resumes those of enabled ones, and looks once a day
 * at every live subscription. Accounts only store what is wanted; Stripe is told here alone, so two requests cannot
 * overtake each other.
 */
@Injectable()
export class BillingUpkeep extends LeaderLoop {
  constructor(
    leader: LeaderElectionService,
    private readonly subscriptions: SubscriptionsRepository,
    private readonly accounts: AccountSubscriptions,
    private readonly unitOfWork: UnitOfWork,
    private readonly stripe: StripeConnection,
    @Inject(LOGGER) logger: Logger,
  ) {
    super(leader, logger, { intervalMs: INTERVAL_MS, failure: 'billing: could not compare accounts with Stripe' });
  }

  override onApplicationBootstrap(): void {
    if (this.stripe.isSetUp) super.onApplicationBootstrap();
  }

  /**
   * Settles the accounts that are due. The first failure ends the round: it is mostly Stripe's. @returns how many were
   * tried
   */
  async settleDue(): Promise<number> {
    let tried = 0;
    for (;;) {
      const account = this.isStopping ? undefined : await this.subscriptions.claimUnsettledAccount();
      if (!account) return tried;
      tried += 1;
      if (!(await this.trySettle(account))) return tried;
    }
  }

  protected override async pass(): Promise<void> {
    await this.settleDue();
  }

  private async trySettle(account: UnsettledAccount): Promise<boolean> {
    const { userId } = account;
    try {
      await this.settle(account);
      return true;
    } catch (error) {
      this.logger.warn(
        { err: error, userId, code: toAppError(error).code },
        'billing: could not compare an account with Stripe; will retry',
      );
      return false;
    }
  }

  private async settle(account: UnsettledAccount): Promise<void> {
    const { userId, claimedAt } = account;
    const { all, leading: found } = await this.accounts.allOf(userId);
    const subscriptions = await this.alignCollection(account, all);
    const leading = subscriptions.find(({ id }) => id === found?.id);
    await this.unitOfWork.run(async (repositories) => {
      if (leading) await applySubscription(repositories, { userId, subscription: leading }, claimedAt);
      else await this.applyNone(repositories, account);
      if (!subscriptions.some(({ status }) => isLive(status))) return;
      await this.recordCollection(repositories, account);
      if (account.hasAbandonedCancellation) await takeBackCancellation(repositories, userId);
    });
  }

  /**
   * Pauses what a disabled account pays for, and resumes what was paused for that reason. What an operator has paused at
   * Stripe stays as it is.
   * @returns the subscriptions as they are afterwards
   */
  private async alignCollection(
    { isActive }: UnsettledAccount,
    subscriptions: readonly Subscription[],
  ): Promise<Subscription[]> {
    const aligned: Subscription[] = [];
    for (const subscription of subscriptions) {
      const { id, status, collectionPausedBy } = subscription;
      const isOut = isLive(status) && (isActive ? collectionPausedBy === 'product' : collectionPausedBy === null);
      if (isOut) await this.stripe.use((stripe) => setCollectionPaused(stripe, id, !isActive));
      aligned.push(isOut ? { ...subscription, collectionPausedBy: isActive ? null : 'product' } : subscription);
    }
    return aligned;
  }

  private async recordCollection(
    { users, subscriptions, activity }: Repositories,
    { userId, isActive, collectionPausedAt }: UnsettledAccount,
  ): Promise<void> {
    const user = await users.lock(userId);
    const isPaused = !isActive;
    if (!user || isPaused === (collectionPausedAt !== null)) return;
    await subscriptions.setCollectionPaused(userId, isPaused);
    const name = userDisplayName(user);
    await activity.record(STRIPE, {
      action: isPaused ? 'Billing paused' : 'Billing resumed',
      description: isPaused
        ? `Billing of ${name} is paused while the account is disabled.`
        : `Billing of ${name} has resumed.`,
      metadata: { targetUserId: userId },
    });
    this.logger.info({ userId, isPaused }, 'billing: changed the collection of payments');
  }

  /**
   * Stripe knows no subscription at all. Only a deactivation follows from that: a wrong key must not close every
   * account.
   */
  private async applyNone(
    repositories: Repositories,
    { userId, hasAbandonedCancellation: isCancellationLeft, claimedAt }: UnsettledAccount,
  ): Promise<void> {
    const { users, subscriptions, activity } = repositories;
    const user = await users.lock(userId);
    if (!user) return;
    await subscriptions.postponeCheck(userId, claimedAt);
    if (!isCancellationLeft) {
      this.logger.warn(
        { userId },
        'billing: Stripe does not know the subscription of an account; check STRIPE_SECRET_KEY',
      );
      return;
    }
    await subscriptions.finishCancellation(userId);
    await revokeTokens(repositories, user);
    if (user.status !== 'active') return;
    await users.update(userId, { status: 'demo' });
    await activity.record(STRIPE, {
      action: 'User deactivated',
      description: `${userDisplayName(user)} was reverted to a demo account: there is no subscription.`,
      metadata: { targetUserId: userId },
    });
  }
}

/** A subscription is still charged, so the account keeps what it pays for. */
async function takeBackCancellation({ users, subscriptions, activity }: Repositories, userId: string): Promise<void> {
  const user = await users.lock(userId);
  if (!user || !(await subscriptions.withdrawAbandonedCancellation(userId))) return;
  await activity.record(STRIPE, {
    action: 'Deactivation failed',
    description:
      `${userDisplayName(user)} was not deactivated: the subscription could not be canceled and is ` +
      'still charged. Deactivate or delete the account again.',
    metadata: { targetUserId: userId },
  });
}
