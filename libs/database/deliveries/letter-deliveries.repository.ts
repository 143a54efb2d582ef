import { SqlRepository } from '../postgres/sql';
import type { PlannedDelivery } from './deliveries.repository';
import { Delivery } from './delivery.entity';

/** Weekly letter messages. Plan them in the transaction that adds the letter. */
export class LetterDeliveriesRepository extends SqlRepository {
  async plan(
    accountId: string,
    weeklyLetterId: string,
    planned: readonly Omit<PlannedDelivery, 'priority'>[],
  ): Promise<void> {
    if (planned.length === 0) return;
    await this.manager.insert(
      Delivery,
      planned.map((delivery) => ({ ...delivery, accountId, weeklyLetterId, callId: null, runNumber: 0 })),
    );
  }
}
