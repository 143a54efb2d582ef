import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';

import { destinationNames } from '@ringwell/domain/delivery';
import { followUpEventName } from '@ringwell/domain/follow-up-event-name';
import { destinationHash } from '@ringwell/platform/crypto/destination-hash';

import type { FollowUpChange } from '../follow-ups/follow-up-events';
import { row, rows } from '../postgres/sql';
import type { PlannedDelivery } from './deliveries.repository';
import { Delivery } from './delivery.entity';
import { FollowUpLink } from './follow-up-link.entity';

const [WEBHOOK = ''] = destinationNames('webhook', {
  slackChannel: null,
  teamsTeamName: null,
  emailAddress: [],
  serviceTitanTenant: null,
});
// Before webhooks, because people wait for them.
const DIGEST_PRIORITY = 1;

/** Messages about follow-ups. Plan them in the transaction of the change that they report. */
@Injectable()
export class FollowUpDeliveriesRepository {
  constructor(private readonly manager: EntityManager) {}

  /** Plans the webhooks of an account for what happened to its follow-ups, if it has set one up. */
  async planEvents(accountId: string, changes: readonly FollowUpChange[]): Promise<void> {
    const eventIds = changes.filter(({ type }) => followUpEventName(type) !== null).map(({ eventId }) => eventId);
    if (eventIds.length === 0) return;
    await rows(
      this.manager,
      `
      insert into deliveries (account_id, follow_up_event_id, run_number, channel, destination, destination_hash)
      select settings.account_id, event_id, 0, 'webhook', $3, $4
      from account_settings settings, unnest($2::uuid[]) with ordinality as changed (event_id, position)
      where settings.account_id = $1 and settings.active and settings.sealed_webhook_url is not null
      order by position on conflict do nothing`,
      [accountId, eventIds, WEBHOOK, destinationHash(WEBHOOK)],
    );
  }

  /** Plans the digests of an escalation. */
  async planDigests(
    accountId: string,
    escalationId: string,
    planned: readonly Omit<PlannedDelivery, 'priority'>[],
  ): Promise<void> {
    if (planned.length === 0) return;
    await this.manager.insert(
      Delivery,
      planned.map((delivery) => ({
        ...delivery,
        accountId,
        escalationId,
        callId: null,
        runNumber: 0,
        priority: DIGEST_PRIORITY,
      })),
    );
  }

  /** The message that a link came with. */
  findMessage(deliveryId: string): Promise<Delivery | null> {
    return this.manager.findOneBy(Delivery, { id: deliveryId });
  }

  findUsedLink(deliveryId: string, followUpId: string): Promise<FollowUpLink | null> {
    return this.manager.findOneBy(FollowUpLink, { deliveryId, followUpId });
  }

  /** @returns false when the link was used before, also by a request that is still running */
  async useLink(deliveryId: string, followUpId: string, usedBy: string): Promise<boolean> {
    const used = await row(
      this.manager,
      `
      insert into follow_up_links (delivery_id, follow_up_id, used_by) values ($1, $2, $3)
      on conflict do nothing returning delivery_id`,
      [deliveryId, followUpId, usedBy],
    );
    return used !== undefined;
  }
}
