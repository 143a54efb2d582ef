import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';

import type { EntitlementChange } from '@ringwell/domain/subscription';

import { AccountSettings } from '../entities/account-settings.entity';
import { row, rows } from '../sql';
import { idOrNull } from '../uuid';

/** What a subscription says of whom it belongs to. */
export interface SubscriptionOwner {
  /** What checkout left in its metadata; also what is no id. */
  userId: string | null;
  subscriptionId: string;
  customerId: string;
}

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
    const found = await row<{ id: string }>(this.manager, `
      select user_id as id from account_settings where stripe_subscription_id = $1 or stripe_customer_id = $2
      order by coalesce(stripe_subscription_id = $1, false) desc, created_at limit 1`, [subscriptionId, customerId]);
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
    await rows(this.manager, `
      update account_settings set subscription_checked_at = clock_timestamp(), updated_at = now(),
        subscription_status = case when stripe_subscription_id = $2 then 'canceled' else subscription_status end,
        add_ons = case when stripe_subscription_id = $2 then '{}' else add_ons end
      where user_id = $1`, [userId, subscriptionId]);
  }
}
