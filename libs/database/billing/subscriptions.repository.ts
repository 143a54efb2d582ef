import { LIVE_STATUSES, type BillingState, type EntitlementChange } from '@ringwell/domain/billing/subscription';

import { AccountSettings } from '../accounts/settings/account-settings.entity';
import { SqlRepository } from '../postgres/sql';
import { uuidOrNull } from '../postgres/uuid';

export interface SubscriptionOwnerIds {
  /** From the metadata stored by checkout. Could be any string. */
  accountId: string | null;
  subscriptionId: string;
  customerId: string;
}

/** An account that the leader checks against Stripe even though no event has arrived. */
export interface UnsettledAccount extends Pick<AccountSettings, 'accountId' | 'collectionPausedAt'> {
  hasAbandonedCancellation: boolean;
  isActive: boolean;
  /** When it was claimed, by PostgreSQL's clock. Anything read from Stripe afterward is at least this recent. */
  claimedAt: Date;
}

// No request to cancel subscriptions takes this long.
const CANCELLATION_TIMEOUT = `interval '5 minutes'`;
// How often accounts are checked against Stripe, to find changes whose events were lost.
const CHECK_INTERVAL = `interval '1 day'`;
const RETRY_INTERVAL = `interval '1 minute'`;
// Interval for a subscription that is unknown to Stripe, for example because the key belongs to another Stripe account.
const UNKNOWN_SUBSCRIPTION_CHECK_INTERVAL = `interval '1 hour'`;

export class SubscriptionsRepository extends SqlRepository {
  /**
   * Returns a subscription's account: the one recorded by checkout or, if checkout didn't record one, the account that
   * stores the subscription or its customer. If the recorded account was deleted, returns undefined even if another
   * account has the same customer.
   */
  async findAccountId({ accountId, subscriptionId, customerId }: SubscriptionOwnerIds): Promise<string | undefined> {
    if (accountId !== null) {
      return (await this.row<{ id: string }>('select id from accounts where id = $1', [uuidOrNull(accountId)]))?.id;
    }
    return this.value<string>(
      `
      select account_id from account_settings where stripe_subscription_id = $1 or stripe_customer_id = $2
      order by coalesce(stripe_subscription_id = $1, false) desc, created_at limit 1`,
      [subscriptionId, customerId],
    );
  }

  /**
   * Stores the settings that result from a subscription. The caller must hold the account's lock.
   * @param checkedAt when the data was requested from Stripe, by PostgreSQL's clock
   */
  async saveEntitlement(accountId: string, settings: EntitlementChange['settings'], checkedAt: Date): Promise<void> {
    await this.manager.update(AccountSettings, { accountId }, { ...settings, subscriptionCheckedAt: checkedAt });
  }

  /** Records that a subscription has been canceled. Earlier responses from Stripe are outdated from then on. */
  async markCanceled(accountId: string, subscriptionId: string): Promise<void> {
    await this.rows(
      `
      update account_settings set subscription_checked_at = clock_timestamp(), updated_at = now(),
        subscription_status = case when stripe_subscription_id = $2 then 'canceled' else subscription_status end,
        collection_paused_at = case when stripe_subscription_id = $2 then null else collection_paused_at end,
        add_ons = case when stripe_subscription_id = $2 then '{}' else add_ons end
      where account_id = $1`,
      [accountId, subscriptionId],
    );
  }

  /**
   * Call this before canceling the first subscription. Whatever happens afterward, the account will end up matching
   * Stripe.
   */
  async requestCancellation(accountId: string): Promise<void> {
    await this.rows('update account_settings set cancellation_requested_at = now() where account_id = $1', [accountId]);
  }

  async finishCancellation(accountId: string): Promise<void> {
    await this.rows('update account_settings set cancellation_requested_at = null where account_id = $1', [accountId]);
  }

  /**
   * Withdraws a cancellation that was never settled.
   * @returns false if there's no such cancellation, or it's too recent
   */
  async withdrawAbandonedCancellation(accountId: string): Promise<boolean> {
    return this.hasRow(
      `
      update account_settings set cancellation_requested_at = null
      where account_id = $1 and cancellation_requested_at < now() - ${CANCELLATION_TIMEOUT}
      returning account_id`,
      [accountId],
    );
  }

  /**
   * Postpones the next attempt by an hour, and the next daily check by a day, if Stripe doesn't recognize any of the
   * account's subscriptions.
   */
  async postponeCheck(accountId: string, checkedAt: Date): Promise<void> {
    await this.rows(
      `
      update account_settings
        set subscription_checked_at = $2, billing_tried_at = now() + ${UNKNOWN_SUBSCRIPTION_CHECK_INTERVAL}
      where account_id = $1`,
      [accountId, checkedAt],
    );
  }

  /** The caller must hold the account's lock. */
  async setCollectionPaused(accountId: string, isPaused: boolean): Promise<void> {
    await this.rows(
      `
      update account_settings set collection_paused_at = case when $2 then coalesce(collection_paused_at, now()) end
      where account_id = $1`,
      [accountId, isPaused],
    );
  }

  /**
   * Claims an account that may be out of sync with Stripe: it has an unfinished cancellation, payments are being
   * collected even though it's disabled (or the reverse), or it has a live subscription that wasn't checked in
   * the last day. Each account is claimed at most once a minute. The attempt is committed
   * before it starts. Run this outside a transaction.
   */
  claimUnsettledAccount(): Promise<UnsettledAccount | undefined> {
    return this.row<UnsettledAccount>(
      `
      update account_settings settings set billing_tried_at = now() from accounts account
      where account.id = settings.account_id and settings.account_id = (
        select due.account_id from account_settings due join accounts on accounts.id = due.account_id
        where coalesce(due.billing_tried_at < now() - ${RETRY_INTERVAL}, true) and (
          due.cancellation_requested_at < now() - ${CANCELLATION_TIMEOUT}
          or due.subscription_status = any($1) and (
            accounts.is_active = (due.collection_paused_at is not null)
            or coalesce(due.subscription_checked_at < now() - ${CHECK_INTERVAL}, true)))
        order by due.billing_tried_at nulls first, due.account_id limit 1 for update of due skip locked)
      returning settings.account_id as "accountId", account.is_active as "isActive",
        coalesce(settings.cancellation_requested_at < now() - ${CANCELLATION_TIMEOUT}, false) as "hasAbandonedCancellation",
        settings.collection_paused_at as "collectionPausedAt", now() as "claimedAt"`,
      [LIVE_STATUSES],
    );
  }

  /**
   * Returns the billing states of accounts with a subscription.
   * @param accountIds limits the result to these accounts
   */
  async findBillingStates(accountIds?: readonly string[]): Promise<Map<string, BillingState>> {
    const rows = await this.rows<{ accountId: string; state: BillingState }>(
      `
      select settings.account_id as "accountId", case
        when settings.cancellation_requested_at is not null then 'canceling'
        when account.is_active then case when settings.collection_paused_at is null then 'charged' else 'resuming' end
        else case when settings.collection_paused_at is null then 'pausing' else 'paused' end
      end as state
      from account_settings settings join accounts account on account.id = settings.account_id
      where (settings.subscription_status = any($1) or settings.cancellation_requested_at is not null)
        and ($2::uuid[] is null or settings.account_id = any($2))`,
      [LIVE_STATUSES, accountIds ?? null],
    );
    return new Map(rows.map(({ accountId, state }) => [accountId, state]));
  }
}
