import { IsNull } from 'typeorm';

import type { DeliveryEvent } from '@ringwell/domain/deliveries/delivery';
import { destinationHash } from '@ringwell/platform/crypto/destination-hash';

import type { Call } from '../calls/call.entity';
import { SqlRepository } from '../postgres/sql';
import { Delivery } from './delivery.entity';
import { WEBHOOK } from './follow-up-deliveries.repository';

/** Plans messages about events that happen after a call's run. */
export class CallEventsRepository extends SqlRepository {
  /**
   * Plans a note about an event if the call's main note was or may have been written. Otherwise, the main note will
   * include the event.
   * @param waitSeconds delay during which a later change can replace the note
   */
  async planNote(
    { id, runNumber }: Pick<Call, 'id' | 'runNumber'>,
    event: DeliveryEvent,
    waitSeconds: number,
  ): Promise<void> {
    await this.rows(
      `
      insert into deliveries (account_id, call_id, run_number, channel, destination, destination_hash, event, run_after, created_at)
      select account_id, call_id, run_number, channel, destination, destination_hash, $3, now() + make_interval(secs => $4),
        clock_timestamp()
      from deliveries where call_id = $1 and run_number = $2 and channel = 'servicetitan' and event is null
        and (state in ('sending', 'sent', 'unknown', 'verifying') or state in ('pending', 'retry') and uncertain_tries > 0)`,
      [id, runNumber, event, waitSeconds],
    );
  }

  /**
   * Plans webhooks about an event on several calls, if the account has set up a webhook. Skips imported calls, because
   * their results may not be reported for days. The caller must exclude demo calls.
   */
  async planWebhooks(accountId: string, callIds: readonly string[], event: DeliveryEvent): Promise<void> {
    if (callIds.length === 0) return;
    await this.rows(
      `
      insert into deliveries (account_id, call_id, run_number, channel, destination, destination_hash, event, created_at)
      select account_id, calls.id, coalesce(result_run_number, run_number), 'webhook', $3, $4, $5, clock_timestamp()
      from calls join account_settings settings using (account_id)
      where account_id = $1 and calls.id = any($2) and calls.is_import is null and settings.active and settings.sealed_webhook_url is not null`,
      [accountId, callIds, WEBHOOK, destinationHash(WEBHOOK), event],
    );
  }

  /**
   * Plans an update for each Slack alert that was or may have been sent before its call's text was written. Run this
   * in the same transaction, after releasing the deliveries that were waiting for the text.
   */
  async planAlertUpdates(callId: string): Promise<void> {
    await this.rows(
      `
      insert into deliveries (account_id, call_id, run_number, channel, destination, destination_hash, event)
      select alert.account_id, call_id, alert.run_number, channel, destination, destination_hash, 'call.written'
      from deliveries alert join calls on calls.id = call_id and calls.result_run_number = alert.run_number
      where call_id = $1 and channel = 'slack' and event is null and alert.state in ('sending', 'sent', 'verifying')`,
      [callId],
    );
  }

  /** Returns the alert that a `call.written` delivery updates. */
  findUpdatedAlert({ callId, runNumber, channel, destinationHash }: Delivery): Promise<Delivery | null> {
    return this.manager.findOneBy(Delivery, {
      callId: callId ?? IsNull(),
      runNumber,
      channel,
      destinationHash,
      event: IsNull(),
    });
  }
}
