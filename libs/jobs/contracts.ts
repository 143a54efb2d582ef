import { z } from 'zod';

import type { QueueContracts } from './job-contract';

/**
 * Every job of the product, by queue. Names are frozen once released: a renamed job strands what is queued under the old
 * name. A new field of a payload must be optional for as long as older jobs may wait.
 */
export const QUEUES = {
  /** Fed by the dispatcher: one job a released call. */
  calls: {
    'calls.run': { payload: z.strictObject({ callId: z.uuid(), leaseToken: z.uuid() }) },
  },
  /** Fed by the dispatcher: one job a leased delivery. */
  deliveries: {
    'deliveries.send': { payload: z.strictObject({ deliveryId: z.uuid(), leaseToken: z.uuid() }) },
  },
} as const satisfies Record<string, QueueContracts>;

export type QueueName = keyof typeof QUEUES;

export const QUEUE_NAMES = Object.keys(QUEUES) as QueueName[];

/**
 * The name under which `@nestjs/bullmq` registers the queue for producers. Not the queue's own name: a processor would then use
 * the producer's connection, which gives up a command after a few seconds, and BullMQ's workers need one that waits.
 */
export function producerOf(queue: QueueName): string {
  return `${queue}-producer`;
}
