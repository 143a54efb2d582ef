import { z } from 'zod';

import type { QueueContracts } from './job-contract';

// The span that published the job, as a W3C `traceparent`. Only present while tracing is on.
const TRACE_FIELDS = { traceParent: z.string().optional() };

/**
 * Every job, by queue. Never rename a released job, or jobs queued under the old name would be stranded. New payload
 * fields must be optional as long as older jobs may be queued.
 */
export const QUEUES = {
  calls: {
    'calls.run': { payload: z.strictObject({ callId: z.uuid(), leaseToken: z.uuid(), ...TRACE_FIELDS }) },
  },
  deliveries: {
    'deliveries.send': { payload: z.strictObject({ deliveryId: z.uuid(), leaseToken: z.uuid(), ...TRACE_FIELDS }) },
  },
} as const satisfies Record<string, QueueContracts>;

export type QueueName = keyof typeof QUEUES;

export const QUEUE_NAMES = Object.keys(QUEUES) as QueueName[];

/**
 * Returns the name that `@nestjs/bullmq` registers a queue under for producers. It differs from the queue's name
 * because otherwise a processor would share the producer's connection, which gives up on commands after a few seconds.
 * BullMQ workers need a connection that waits.
 */
export function producerName(queue: QueueName): string {
  return `${queue}-producer`;
}
