import type { z } from 'zod';

/** What one kind of job carries. Payloads hold ids and lease tokens only: Redis is no place for data of customers. */
export interface JobContract<Schema extends z.ZodType = z.ZodType> {
  readonly payload: Schema;
}

/** The jobs of one queue, by name. */
export type QueueContracts = Readonly<Record<string, JobContract>>;

export type JobName<Contracts extends QueueContracts> = keyof Contracts & string;

export type JobPayload<Contracts extends QueueContracts, Name extends JobName<Contracts>> = z.output<
  Contracts[Name]['payload']
>;

/**
 * One handler for every job of a queue: leaving one out does not compile. Handlers are properties, not methods, because
 * TypeScript lets a method take a narrower payload than it is given.
 */
export type JobHandlers<Contracts extends QueueContracts> = {
  readonly [Name in JobName<Contracts>]: (payload: JobPayload<Contracts, Name>) => Promise<void>;
};
