import { In, type SelectQueryBuilder } from 'typeorm';

import { SqlRepository } from '../postgres/sql';
import { Delivery, DeliveryAttempt } from './delivery.entity';

/** A message with its attempts, oldest first. A webhook about a follow-up includes its event. */
export interface DeliveryWithAttempts {
  delivery: Delivery;
  tries: DeliveryAttempt[];
}

/** Deliveries as shown to users. */
export class DeliveryListsRepository extends SqlRepository {
  listForCall(accountId: string, callId: string): Promise<DeliveryWithAttempts[]> {
    return this.list(this.createQuery(accountId).andWhere('delivery.call_id = :callId', { callId }));
  }

  /** Lists the latest messages about calls, without their attempts, newest first. */
  listLatest(accountId: string, callIds: readonly string[], limit: number): Promise<Delivery[]> {
    return this.manager.find(Delivery, {
      where: { accountId, callId: In(callIds) },
      order: { createdAt: 'DESC', channel: 'ASC', destination: 'ASC' },
      take: limit,
    });
  }

  /** Lists the webhooks about a follow-up, and the digests that first mentioned it. */
  listForFollowUp(accountId: string, followUpId: string): Promise<DeliveryWithAttempts[]> {
    // With `union all`, each query can use its own index.
    const condition = `delivery.id in (
      select message.id from deliveries message join follow_up_events event on event.id = message.follow_up_event_id
      where event.follow_up_id = :followUpId
      union all
      select message.id from deliveries message join follow_ups on follow_ups.escalation_id = message.escalation_id
      where follow_ups.id = :followUpId)`;
    return this.list(this.createQuery(accountId).andWhere(condition, { followUpId }));
  }

  async find(accountId: string, deliveryId: string): Promise<DeliveryWithAttempts | null> {
    const found = await this.list(this.createQuery(accountId).andWhere('delivery.id = :deliveryId', { deliveryId }));
    return found[0] ?? null;
  }

  private createQuery(accountId: string): SelectQueryBuilder<Delivery> {
    return this.manager
      .createQueryBuilder(Delivery, 'delivery')
      .leftJoinAndSelect('delivery.followUpEvent', 'event')
      .where('delivery.account_id = :accountId', { accountId })
      .orderBy({ 'delivery.createdAt': 'ASC', 'delivery.channel': 'ASC', 'delivery.destination': 'ASC' });
  }

  private async list(query: SelectQueryBuilder<Delivery>): Promise<DeliveryWithAttempts[]> {
    const deliveries = await query.getMany();
    const tries = await this.manager.find(DeliveryAttempt, {
      where: { deliveryId: In(deliveries.map(({ id }) => id)) },
      order: { attempt: 'ASC' },
    });
    const entries = new Map(deliveries.map((delivery) => [delivery.id, { delivery, tries: [] as DeliveryAttempt[] }]));
    for (const attempt of tries) entries.get(attempt.deliveryId)?.tries.push(attempt);
    return [...entries.values()];
  }
}
