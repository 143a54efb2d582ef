import { destinationNames } from '@ringwell/domain/deliveries/delivery';
import { followUpEventName } from '@ringwell/domain/follow-ups/follow-up-event-name';
import { destinationHash } from '@ringwell/platform/crypto/destination-hash';

import type { FollowUpChange } from '../follow-ups/follow-up-events';
import { DIGEST_MERGED } from '../follow-ups/follow-up-notices.repository';
import { SqlRepository } from '../postgres/sql';
import { Delivery } from './delivery.entity';
import { FollowUpLink } from './follow-up-link.entity';

export const [WEBHOOK = ''] = destinationNames('webhook', {
  slackChannel: null,
  teamsTeamName: null,
  emailAddress: [],
  serviceTitanTenant: null,
});

// Digests of account `$1`.
const DIGESTS = `
  select delivery.id, delivery.channel, delivery.destination_hash, delivery.state, escalation.created_at as planned_at,
    delivery.state = 'suppressed' and delivery.error_code = '${DIGEST_MERGED}' as is_merged
  from escalations escalation join deliveries delivery on delivery.escalation_id = escalation.id
  where escalation.account_id = $1`;

/** Messages about follow-ups. Plan them in the transaction that makes the reported change. */
export class FollowUpDeliveriesRepository extends SqlRepository {
  /** Plans webhooks about changes to an account's follow-ups, if it has set up a webhook. */
  async planEvents(accountId: string, changes: readonly FollowUpChange[]): Promise<void> {
    const eventIds = changes.filter(({ type }) => followUpEventName(type) !== null).map(({ eventId }) => eventId);
    if (eventIds.length === 0) return;
    await this.rows(
      `
      insert into deliveries (account_id, follow_up_event_id, run_number, channel, destination, destination_hash)
      select settings.account_id, event_id, 0, 'webhook', $3, $4
      from account_settings settings, unnest($2::uuid[]) with ordinality as changed (event_id, position)
      where settings.account_id = $1 and settings.active and settings.sealed_webhook_url is not null
      order by position on conflict do nothing`,
      [accountId, eventIds, WEBHOOK, destinationHash(WEBHOOK)],
    );
  }

  /**
   * Merges digests waiting for the same destination into the latest one, so that recipients get a single message after
   * quiet hours or an outage. `FollowUpNoticesRepository.listForDigest` reads its contents. Doesn't merge digests
   * across one that was already attempted.
   * @param id a digest whose attempt has started
   * @returns whether the digest was merged into a later one and must not be sent
   */
  async mergeWaitingDigests({ id, accountId }: Pick<Delivery, 'id' | 'accountId'>, message: string): Promise<boolean> {
    return this.onlyValue<boolean>(
      `
      with digest as (
        select * from (${DIGESTS}) digest where id = $2
      ), others as (
        select other.* from digest join (${DIGESTS}) other on other.channel = digest.channel
          and other.destination_hash = digest.destination_hash and other.id <> digest.id
      ), waiting as (
        select others.id, others.planned_at > digest.planned_at as is_later from digest, others
        where others.state in ('pending', 'retry') and not exists (
          select from others ended where ended.state not in ('pending', 'retry') and not ended.is_merged
            and ended.planned_at between least(others.planned_at, digest.planned_at)
              and greatest(others.planned_at, digest.planned_at))
      ), merged as (
        update deliveries set state = 'suppressed', error_code = $3, error_message = $4, lease_token = null,
          lease_until = null, updated_at = now()
        where id in (select id from waiting where not is_later) and state in ('pending', 'retry')
          and not exists (select from waiting where is_later)
      ), rescheduled as (
        -- The remaining digest takes over an earlier due time, such as after "Send now".
        update deliveries set run_after = least(run_after, now()), updated_at = now()
        where state in ('pending', 'retry') and id = (
          select waiting.id from waiting join others on others.id = waiting.id where is_later
          order by others.planned_at desc limit 1)
      )
      select exists (select from waiting where is_later)`,
      [accountId, id, DIGEST_MERGED, message],
    );
  }

  findMessage(deliveryId: string): Promise<Delivery | null> {
    return this.manager.findOneBy(Delivery, { id: deliveryId });
  }

  findUsedLink(deliveryId: string, followUpId: string): Promise<FollowUpLink | null> {
    return this.manager.findOneBy(FollowUpLink, { deliveryId, followUpId });
  }

  /** @returns false if the link has been used, even by a request that's still running */
  async useLink(deliveryId: string, followUpId: string, usedBy: string): Promise<boolean> {
    return this.hasRow(
      `
      insert into follow_up_links (delivery_id, follow_up_id, used_by) values ($1, $2, $3)
      on conflict do nothing returning delivery_id`,
      [deliveryId, followUpId, usedBy],
    );
  }
}
