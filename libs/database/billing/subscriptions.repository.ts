import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';

import {
  isLive,
  SUBSCRIPTION_STATUSES,
  type BillingState,
  type EntitlementChange,
} from '@ringwell/domain/subscription';

import { AccountSettings } from '../accounts/account-settings.entity';
import { row, rows } from '../postgres/sql';
import { idOrNull } from '../postgres/uuid';

/** What a subscription says of whom it belongs to. */
export interface SubscriptionOwner {
  /** What checkout left in its metadata; also what is no id. */
  userId: string | null;
  subscriptionId: string;
  customerId: string;
}

/** An account that the leading worker compares with Stripe without an event. */
export interface UnsettledAccount extends Pick<AccountSettings, 'userId' | 'collectionPausedAt'> {
  /** Whether its subscriptions were being cancelled, by a request that must have died since. */
  isCancellationLeft: boolean;
  /** False for a disabled account, whose payments must not be collected. */
  isActive: boolean;
  /** By the database's clock. What is read at Stripe after this is at least as new. */
  claimedAt: Date;
}

const LIVE_STATUSES = SUBSCRIPTION_STATUSES.filter(isLive);
/** Longer than a request that cancels subscriptions takes. */
const CANCELLATION_TAKES = `interval '5 minutes'`;
/** A subscription whose events were all lost is looked at after this. */
const LOOK_EVERY = `interval '1 day'`;
/**
 * Of a live subscription whose month is not known: one that an earlier release stored, or that Stripe does not know.
 */
const LOOK_FOR_PERIOD_EVERY = `interval '1 hour'`;
const TRY_AGAIN_AFTER = `interval '1 minute'`;
/** Of an account whose subscription Stripe does not know, as with the key of another Stripe account. */
const ASK_UNKNOWN_EVERY = `interval '1 hour'`;

/** What accounts know of their subscriptions. */
@Injectable()
export class SubscriptionsRepository {
  constructor(private readonly manager: EntityManager) {}

  /**
   * The account that a subscription belongs to: whom checkout named, and only without a name who is stored with it. One whose
   * account is gone belongs to nobody, although its customer may be known.
   */
  async accountOf({ userId, subscriptionId, customerId }: SubscriptionOwner): Promise<string | undefined> {
    if (userId !== null) {
      return (await row<{ id: string }>(this.manager, 'select id from users where id = $1', [idOrNull(userId)]))?.id;
    }
    const found = await row<{ id: string }>(
      this.manager,
      `
      select user_id as id from account_settings where stripe_subscription_id = $1 or stripe_customer_id = $2
      order by coalesce(stripe_subscription_id = $1, false) desc, created_at limit 1`,
      [subscriptionId, customerId],
    );
    return found?.id;
  }

  /**
   * Stores what follows from a subscription. Hold the lock of the user.
   * @param checkedAt when Stripe was asked, by the database's clock
   */
  async apply(userId: string, settings: EntitlementChange['settings'], checkedAt: Date): Promise<void> {
    await this.manager.update(AccountSettings, { userId }, { ...settings, subscriptionCheckedAt: checkedAt });
  }

  /** A subscription was just cancelled by us: what anybody has read of it before is out of date. */
  async markCancelled(userId: string, subscriptionId: string): Promise<void> {
    await rows(
      this.manager,
      `
      update account_settings set subscription_checked_at = clock_timestamp(), updated_at = now(),
        subscription_status = case when stripe_subscription_id = $2 then 'canceled' else subscription_status end,
        collection_paused_at = case when stripe_subscription_id = $2 then null else collection_paused_at end,
        add_ons = case when stripe_subscription_id = $2 then '{}' else add_ons end
      where user_id = $1`,
      [userId, subscriptionId],
    );
  }

  /** Before the first subscription is cancelled: whatever happens then, the account follows what Stripe says. */
  async requestCancellation(userId: string): Promise<void> {
    await rows(this.manager, 'update account_settings set cancellation_requested_at = now() where user_id = $1', [
      userId,
    ]);
  }

  /** The account has followed. */
  async settleCancellation(userId: string): Promise<void> {
    await rows(this.manager, 'update account_settings set cancellation_requested_at = null where user_id = $1', [
      userId,
    ]);
  }

  /** Forgets a cancellation whose request must have died. @returns false when there is none, or only a younger one */
  async takeBackCancellation(userId: string): Promise<boolean> {
    return (
      (await row(
        this.manager,
        `
      update account_settings set cancellation_requested_at = null
      where user_id = $1 and cancellation_requested_at < now() - ${CANCELLATION_TAKES}
      returning user_id`,
        [userId],
      )) !== undefined
    );
  }

  /** Stripe knows no subscription of the account: ask again in an hour, whatever else is to be settled. */
  async postponeUnknown(userId: string, checkedAt: Date): Promise<void> {
    await rows(
      this.manager,
      `
      update account_settings set subscription_checked_at = $2, billing_tried_at = now() + ${ASK_UNKNOWN_EVERY}
      where user_id = $1`,
      [userId, checkedAt],
    );
  }

  /** Hold the lock of the user. */
  async setCollectionPaused(userId: string, isPaused: boolean): Promise<void> {
    await rows(
      this.manager,
      `
      update account_settings set collection_paused_at = case when $2 then coalesce(collection_paused_at, now()) end
      where user_id = $1`,
      [userId, isPaused],
    );
  }

  /**
   * Takes an account that may differ from Stripe: a cancellation that was not finished, payments that are collected
   * although the account is disabled (or the reverse), or a live subscription whose month is unknown or that was not
   * looked at for a day. Each is tried once a minute at most; the try is committed before it begins. Run it outside of
   * a transaction.
   */
  claimUnsettled(): Promise<UnsettledAccount | undefined> {
    return row<UnsettledAccount>(
      this.manager,
      `
      update account_settings settings set billing_tried_at = now() from users owner
      where owner.id = settings.user_id and settings.user_id = (
        select due.user_id from account_settings due join users on users.id = due.user_id
        where coalesce(due.billing_tried_at < now() - ${TRY_AGAIN_AFTER}, true) and (
          due.cancellation_requested_at < now() - ${CANCELLATION_TAKES}
          or due.subscription_status = any($1) and (
            users.is_active = (due.collection_paused_at is not null)
            or due.current_period_start is null
              and coalesce(due.billing_tried_at < now() - ${LOOK_FOR_PERIOD_EVERY}, true)
            or coalesce(due.subscription_checked_at < now() - ${LOOK_EVERY}, true)))
        order by due.billing_tried_at nulls first, due.user_id limit 1 for update of due skip locked)
      returning settings.user_id as "userId", owner.is_active as "isActive",
        coalesce(settings.cancellation_requested_at < now() - ${CANCELLATION_TAKES}, false) as "isCancellationLeft",
        settings.collection_paused_at as "collectionPausedAt", now() as "claimedAt"`,
      [LIVE_STATUSES],
    );
  }

  /** How accounts stand with billing, by user. @param userId only this account; all without it */
  async billingStates(userId?: string): Promise<Map<string, BillingState>> {
    const found = await rows<{ userId: string; state: BillingState }>(
      this.manager,
      `
      select settings.user_id as "userId", case
        when settings.cancellation_requested_at is not null then 'canceling'
        when owner.is_active then case when settings.collection_paused_at is null then 'charged' else 'resuming' end
        else case when settings.collection_paused_at is null then 'pausing' else 'paused' end
      end as state
      from account_settings settings join users owner on owner.id = settings.user_id
      where (settings.subscription_status = any($1) or settings.cancellation_requested_at is not null)
        and ($2::uuid is null or settings.user_id = $2)`,
      [LIVE_STATUSES, userId ?? null],
    );
    return new Map(found.map(({ userId: id, state }) => [id, state]));
  }
}
