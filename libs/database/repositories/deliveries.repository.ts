import { Injectable } from '@nestjs/common';
import { In, type EntityManager } from 'typeorm';

import type { DeliveryState } from '@ringwell/domain/delivery';

import { Call } from '../entities/call.entity';
import { Delivery, DeliveryAttempt } from '../entities/delivery.entity';
import { brokenUniqueConstraint, row } from '../sql';
import type { LeasedDelivery } from './dispatch.repository';

/** A message that a finished call gives rise to. */
export type PlannedDelivery = Pick<Delivery, 'channel' | 'destination' | 'destinationHash' | 'priority'>;

/** How a try ended. */
export interface DeliveryOutcome {
  state: Extract<DeliveryState, 'sent' | 'retry' | 'unknown' | 'failed' | 'dead'>;
  startedAt: Date;
  /** Wait before the next try. */
  delayMs?: number;
  providerRef?: string;
  errorCode?: string;
  errorMessage?: string;
}

/** A message and what became of each try. */
export interface DeliveryWithTries {
  delivery: Delivery;
  tries: DeliveryAttempt[];
}

/** How long a try may take before its sender counts as gone. */
const SENDING_LEASE_SECONDS = 60;

@Injectable()
export class DeliveriesRepository {
  constructor(private readonly manager: EntityManager) {}

  /** Writes the rows of one run. What is there already stays as it is. */
  async plan(call: Pick<Call, 'id' | 'userId' | 'runNumber'>, planned: readonly PlannedDelivery[]): Promise<void> {
    if (planned.length === 0) return;
    await this.manager.createQueryBuilder().insert().into(Delivery)
      .values(planned.map((delivery) => ({ ...delivery, userId: call.userId, callId: call.id, runNumber: call.runNumber })))
      .orIgnore().execute();
  }

  /**
   * Takes a leased delivery: `sending`, or `verifying` when an earlier try may have arrived. Committed before any request
   * leaves. `null` means it is stale, or another message of the account is on this channel right now.
   */
  async claim({ deliveryId, leaseToken }: LeasedDelivery): Promise<Delivery | null> {
    try {
      const claimed = await row(this.manager, `
        update deliveries set state = case state when 'unknown' then 'verifying' else 'sending' end, attempts = attempts + 1,
          lease_until = now() + make_interval(secs => ${SENDING_LEASE_SECONDS}), updated_at = now()
        where id = $1 and lease_token = $2 and state in ('pending', 'retry', 'unknown') returning id`, [deliveryId, leaseToken]);
      return claimed ? await this.manager.findOneByOrFail(Delivery, { id: deliveryId }) : null;
    } catch (error) {
      if (brokenUniqueConstraint(error) === 'uq_deliveries_in_flight') return null;
      throw error;
    }
  }

  /** Notes how a try ended, on the delivery and as an attempt of its own. */
  async conclude({ deliveryId, leaseToken }: LeasedDelivery, outcome: DeliveryOutcome): Promise<boolean> {
    const concluded = await row(this.manager, `
      with concluded as (
        update deliveries set state = $3, run_after = now() + make_interval(secs => $4::float8), provider_ref = coalesce($5, provider_ref),
          error_code = $6, error_message = $7, uncertain_tries = uncertain_tries + case when $3 = 'unknown' then 1 else 0 end,
          sent_at = case when $3 = 'sent' then now() else sent_at end,
          lease_token = null, lease_until = null, updated_at = now()
        where id = $1 and lease_token = $2 and state in ('sending', 'verifying') returning id, attempts)
      insert into delivery_attempts (delivery_id, attempt, outcome, error_code, error_message, started_at)
      select id, attempts, $3, $6, $7, $8 from concluded returning id`,
    [deliveryId, leaseToken, outcome.state, (outcome.delayMs ?? 0) / 1_000, outcome.providerRef ?? null,
      outcome.errorCode ?? null, outcome.errorMessage ?? null, outcome.startedAt]);
    return concluded !== undefined;
  }

  /** The messages about a call, each with its tries, in the order they were planned. */
  async listForCall(userId: string, callId: string): Promise<DeliveryWithTries[]> {
    const deliveries = await this.manager.find(Delivery, { where: { userId, callId }, order: { createdAt: 'ASC', channel: 'ASC', destination: 'ASC' } });
    return this.withTries(deliveries);
  }

  /** `null` when there is no such message in this account. */
  async find(userId: string, deliveryId: string): Promise<DeliveryWithTries | null> {
    const delivery = await this.manager.findOneBy(Delivery, { id: deliveryId, userId });
    return (await this.withTries(delivery ? [delivery] : []))[0] ?? null;
  }

  /**
   * Makes a message due again that has come to an end, or waits for its next try. The count of tries goes on: it numbers them.
   * @returns whether it was so; not when it is on its way, is not wanted by its receiver, or is not there
   */
  async resend(userId: string, deliveryId: string): Promise<boolean> {
    return await row(this.manager, `
      update deliveries set state = 'pending', run_after = now(), uncertain_tries = 0, lease_token = null, lease_until = null,
        error_code = null, error_message = null, updated_at = now()
      where user_id = $1 and id = $2
        and (state in ('sent', 'failed', 'dead') or (state = 'retry' and (lease_until is null or lease_until < now())))
      returning id`, [userId, deliveryId]) !== undefined;
  }

  private async withTries(deliveries: readonly Delivery[]): Promise<DeliveryWithTries[]> {
    const tries = await this.manager.find(DeliveryAttempt, {
      where: { deliveryId: In(deliveries.map(({ id }) => id)) }, order: { attempt: 'ASC' },
    });
    return deliveries.map((delivery) => ({ delivery, tries: tries.filter(({ deliveryId }) => deliveryId === delivery.id) }));
  }
}
