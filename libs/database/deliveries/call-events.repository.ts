import { Injectable } from '@nestjs/common';
import { IsNull, type EntityManager } from 'typeorm';

import type { DeliveryEvent } from '@ringwell/domain/deliveries/delivery';

import type { Call } from '../calls/call.entity';
import { rows } from '../postgres/sql';
import type { Destination } from './deliveries.repository';
import { Delivery } from './delivery.entity';

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

  /** Tells the outgoing webhook of an event of several calls. @param to null without a webhook */
  async planForWebhook(callIds: readonly string[], event: DeliveryEvent, to: Destination | null): Promise<void> {
    if (!to) return;
    await rows(
      this.manager,
      `
      insert into deliveries (account_id, call_id, run_number, channel, destination, destination_hash, event, created_at)
      select account_id, id, coalesce(result_run_number, run_number), $2, $3, $4, $5, clock_timestamp()
      from calls where id = any($1)`,
      [callIds, to.channel, to.destination, to.destinationHash, event],
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
