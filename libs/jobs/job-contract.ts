import type { z } from 'zod';

/**
 * The contract of one kind of job. Payloads contain only ids, lease tokens and the context of a trace, because Redis must
 * not hold customer data.
 */
export interface JobContract<Schema extends z.ZodType = z.ZodType> {
  readonly payload: Schema;
}

export type QueueContracts = Readonly<Record<string, JobContract>>;

export type JobName<Contracts extends QueueContracts> = keyof Contracts & string;

export type JobPayload<Contracts extends QueueContracts, Name extends JobName<Contracts>> = z.output<
  Contracts[Name]['payload']
>;

/**
 * One handler for each job of a queue. A missing handler is a compile error. Handlers are properties because TypeScript
 * checks parameters of properties more strictly than those of methods.
 */
export type JobHandlers<Contracts extends QueueContracts> = {
  readonly [Name in JobName<Contracts>]: (payload: JobPayload<Contracts, Name>) => Promise<void>;
};
