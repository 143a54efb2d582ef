import type { z } from 'zod';

/**
 * The contract for a kind of job. Payloads only contain ids, lease tokens and trace context, because Redis must not
 * hold customer data.
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
 * One handler per job in a queue. A missing handler is a compile error. Handlers are properties because TypeScript
 * checks their parameters more strictly than methods'.
 */
export type JobHandlers<Contracts extends QueueContracts> = {
  readonly [Name in JobName<Contracts>]: (payload: JobPayload<Contracts, Name>) => Promise<void>;
};
