import { UnrecoverableError, type Job } from 'bullmq';

import { QUEUES, type QueueName } from './contracts';
import type { JobHandlers, QueueContracts } from './job-contract';

/**
 * The processor of one queue: finds the job's contract, parses its payload and calls its handler. A job it does not know
 * and a payload that does not fit fail at once and for good: trying again would not change them.
 */
export function jobProcessor<Q extends QueueName>(queueName: Q, handlers: JobHandlers<(typeof QUEUES)[Q]>): (job: Job) => Promise<void> {
  const contracts: QueueContracts = QUEUES[queueName];
  const byName = handlers as Record<string, (payload: unknown) => Promise<void>>;
  return async (job) => {
    const contract = contracts[job.name];
    const handler = byName[job.name];
    if (!contract || !handler) throw new UnrecoverableError(`Queue ${queueName} has no job named ${job.name}.`);
    const payload = contract.payload.safeParse(job.data);
    if (!payload.success) {
      const fields = payload.error.issues.map((issue) => issue.path.join('.') || issue.code).join(', ');
      throw new UnrecoverableError(`Job ${job.name} has a payload that does not fit its contract: ${fields}.`);
    }
    await handler(payload.data);
  };
}
