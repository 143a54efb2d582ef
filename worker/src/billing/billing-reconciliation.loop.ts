import { Injectable } from '@nestjs/common';

import { SubscriptionsRepository, type UnsettledAccount } from '@ringwell/database/billing/subscriptions.repository';
import { UnitOfWork, type Repositories } from '@ringwell/database/unit-of-work';
import { userDisplayName } from '@ringwell/domain/accounts/user-display-name';
import { isLive, type Subscription } from '@ringwell/domain/billing/subscription';
import { toAppError } from '@ringwell/domain/errors/app-error';
import { StripeConnection } from '@ringwell/platform/stripe/stripe-connection';
import { setCollectionPaused } from '@ringwell/platform/stripe/stripe-subscriptions';

import { LeaderElectionService } from '../leader/leader-election.service';
import { LeaderLoop } from '../leader/leader-loop';
import { AccountSubscriptionsService } from './account-subscriptions.service';
import { applySubscription, removeAccess, STRIPE_ACTOR } from './apply-subscription';

const INTERVAL_MS = 5_000;

/**
 * Completes or reverts deactivations that were interrupted, pauses or resumes payment collection, and checks every live
 * subscription once a day. API requests only store the desired state, and only this loop updates Stripe, so concurrent
 * requests can't race.
 */
@Injectable()
export class BillingReconciliationLoop extends LeaderLoop {
  constructor(
    leader: LeaderElectionService,
    private readonly subscriptions: SubscriptionsRepository,
    private readonly accounts: AccountSubscriptionsService,
    private readonly unitOfWork: UnitOfWork,
    private readonly stripe: StripeConnection,
  ) {
    super(leader, {
      intervalMs: INTERVAL_MS,
      failure: 'billing: failed to reconcile accounts with Stripe',
      isEnabled: stripe.isSetUp,
    });
  }

  /**
   * Stops at the first failure, which usually affects all requests to Stripe.
   * @returns the number of attempts
   */
  override async pass(): Promise<number> {
    let attempts = 0;
    for (;;) {
      const account = this.isStopping ? undefined : await this.subscriptions.claimUnsettledAccount();
      if (!account) return attempts;
      attempts += 1;
      if (!(await this.tryReconcile(account))) return attempts;
    }
  }

  private async tryReconcile(account: UnsettledAccount): Promise<boolean> {
    const { accountId } = account;
    try {
      await this.reconcile(account);
      return true;
    } catch (error) {
      this.logger.warn(
        { err: error, accountId, code: toAppError(error).code },
        'billing: failed to reconcile account with Stripe; will retry',
      );
      return false;
    }
  }

  private async reconcile(account: UnsettledAccount): Promise<void> {
    const { accountId, claimedAt } = account;
    const { all, effective: found } = await this.accounts.list(accountId);
    const subscriptions = await this.alignPaymentCollection(account, all);
    const effective = subscriptions.find(({ id }) => id === found?.id);
    await this.unitOfWork.run(async (repositories) => {
      if (effective) await applySubscription(repositories, { accountId, subscription: effective }, claimedAt);
      else await this.handleMissingSubscription(repositories, account);
      if (!subscriptions.some(({ status }) => isLive(status))) return;
      await this.recordPaymentCollection(repositories, account);
      if (account.hasAbandonedCancellation) await revertDeactivation(repositories, accountId);
    });
  }

  // Doesn't resume collection that someone paused in Stripe.
  private async alignPaymentCollection(
    { isActive }: UnsettledAccount,
    subscriptions: readonly Subscription[],
  ): Promise<Subscription[]> {
    const result: Subscription[] = [];
    for (const subscription of subscriptions) {
      const { id, status, collectionPausedBy } = subscription;
      const mustChange = isLive(status) && (isActive ? collectionPausedBy === 'product' : collectionPausedBy === null);
      if (mustChange) await this.stripe.use((stripe) => setCollectionPaused(stripe, id, !isActive));
      result.push(mustChange ? { ...subscription, collectionPausedBy: isActive ? null : 'product' } : subscription);
    }
    return result;
  }

  private async recordPaymentCollection(
    { accounts, subscriptions, activity }: Repositories,
    { accountId, isActive, collectionPausedAt }: UnsettledAccount,
  ): Promise<void> {
    const isPaused = !isActive;
    const accountWithOwner = await accounts.lockWithOwner(accountId);
    if (!accountWithOwner || isPaused === (collectionPausedAt !== null)) return;
    await subscriptions.setCollectionPaused(accountId, isPaused);
    const { owner } = accountWithOwner;
    const name = userDisplayName(owner);
    await activity.record(STRIPE_ACTOR, {
      action: isPaused ? 'Billing paused' : 'Billing resumed',
      description: isPaused
        ? `Billing for ${name} is paused while the account is disabled.`
        : `Billing for ${name} has resumed.`,
      accountId,
    });
    this.logger.info({ accountId, isPaused }, 'billing: changed payment collection');
  }

  // Deactivates the account only if that was requested, because a wrong Stripe key would otherwise deactivate every
  // account.
  private async handleMissingSubscription(
    repositories: Repositories,
    { accountId, hasAbandonedCancellation, claimedAt }: UnsettledAccount,
  ): Promise<void> {
    const { accounts, callImports, subscriptions, activity } = repositories;
    const accountWithOwner = await accounts.lockWithOwner(accountId);
    if (!accountWithOwner) return;
    await subscriptions.postponeCheck(accountId, claimedAt);
    if (!hasAbandonedCancellation) {
      this.logger.warn({ accountId }, "billing: Stripe cannot find an account's subscription; check STRIPE_SECRET_KEY");
      return;
    }
    await subscriptions.finishCancellation(accountId);
    await callImports.cancel(accountId);
    await removeAccess(repositories, accountWithOwner);
    const { account, owner } = accountWithOwner;
    if (account.status !== 'active') return;
    await accounts.update(accountId, { status: 'demo' });
    await activity.record(STRIPE_ACTOR, {
      action: 'User deactivated',
      description: `${userDisplayName(owner)} was reverted to a demo account: no subscription was found.`,
      accountId,
    });
  }
}

async function revertDeactivation(
  { accounts, subscriptions, activity }: Repositories,
  accountId: string,
): Promise<void> {
  const accountWithOwner = await accounts.lockWithOwner(accountId);
  if (!accountWithOwner || !(await subscriptions.withdrawAbandonedCancellation(accountId))) return;
  const { owner } = accountWithOwner;
  await activity.record(STRIPE_ACTOR, {
    action: 'Deactivation failed',
    description:
      `${userDisplayName(owner)} wasn't deactivated: the subscription couldn't be canceled and is ` +
      'still being charged. Deactivate or delete the account again.',
    accountId,
  });
}
