import { Injectable } from '@nestjs/common';
import { IsNull, type EntityManager } from 'typeorm';

import type { DeliveryEvent } from '@ringwell/domain/deliveries/delivery';
import { destinationHash } from '@ringwell/platform/crypto/destination-hash';

import type { Call } from '../calls/call.entity';
import { rows } from '../postgres/sql';
import { Delivery } from './delivery.entity';
import { WEBHOOK } from './follow-up-deliveries.repository';

/** Messages that follow those about the end of a call's run. */
@Injectable()
export class CallEventsRepository {
  constructor(private readonly manager: EntityManager) {}

  /**
   * Inserts a note about an event after the call's note was written, or may have been. A note that is still to be
   * written includes the event itself.
   * @param waitSeconds in which later changes take its place
   */
  async planNote(
    { id, runNumber }: Pick<Call, 'id' | 'runNumber'>,
    event: DeliveryEvent,
    waitSeconds: number,
  ): Promise<void> {
    await rows(
      this.manager,
      `
      insert into deliveries (account_id, call_id, run_number, channel, destination, destination_hash, event, run_after, created_at)
      select account_id, call_id, run_number, channel, destination, destination_hash, $3, now() + make_interval(secs => $4),
        clock_timestamp()
      from deliveries where call_id = $1 and run_number = $2 and channel = 'servicetitan' and event is null
        and state in ('sending', 'sent', 'unknown', 'verifying')`,
      [id, runNumber, event, waitSeconds],
    );
  }

  /**
   * Inserts webhooks about an event of several calls, if the account has set one up; none about calls of an import, which
   * may wait for days before their result is told. None of them may be of the demo.
   */
  async planWebhooks(accountId: string, callIds: readonly string[], event: DeliveryEvent): Promise<void> {
    if (callIds.length === 0) return;
    await rows(
      this.manager,
      `
      insert into deliveries (account_id, call_id, run_number, channel, destination, destination_hash, event, created_at)
      select account_id, calls.id, coalesce(result_run_number, run_number), 'webhook', $3, $4, $5, clock_timestamp()
      from calls join account_settings settings using (account_id)
      where account_id = $1 and calls.id = any($2) and calls.is_import is null and settings.active and settings.sealed_webhook_url is not null`,
      [accountId, callIds, WEBHOOK, destinationHash(WEBHOOK), event],
    );
  }

  /**
   * Inserts an update of each Slack alert that was sent before the words of its call were written, or may have been.
   * Run this after the deliveries that wait for the words were made due, in the same transaction.
   */
  async planAlertUpdates(callId: string): Promise<void> {
    await rows(
      this.manager,
      `
      insert into deliveries (account_id, call_id, run_number, channel, destination, destination_hash, event)
      select alert.account_id, call_id, alert.run_number, channel, destination, destination_hash, 'call.written'
      from deliveries alert join calls on calls.id = call_id and calls.result_run_number = alert.run_number
      where call_id = $1 and channel = 'slack' and event is null and alert.state in ('sending', 'sent')`,
      [callId],
    );
  }

  /** The alert that a delivery about the words of its call updates. */
  findUpdated({ callId, runNumber, channel, destinationHash }: Delivery): Promise<Delivery | null> {
    return this.manager.findOneBy(Delivery, {
      callId: callId ?? IsNull(),
      runNumber,
      channel,
      destinationHash,
      event: IsNull(),
    });
  }
}
