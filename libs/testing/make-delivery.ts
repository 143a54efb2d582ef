import { randomUUID } from 'node:crypto';

import type { DataSource } from 'typeorm';

import { Delivery } from '@ringwell/database/deliveries/delivery.entity';

/** Creates a message, by default for a Slack channel. */
export function makeDelivery(
  { manager }: DataSource,
  accountId: string,
  overrides: Partial<Delivery> = {},
): Promise<Delivery> {
  return manager.save(
    manager.create(Delivery, {
      accountId,
      runNumber: 1,
      channel: 'slack',
      destination: '#calls',
      destinationHash: randomUUID(),
      ...overrides,
    }),
  );
}
