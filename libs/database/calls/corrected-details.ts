import type { Call } from './call.entity';

/** What a user can correct about a call. */
export type CorrectedDetails = Partial<
  Pick<
    Call,
    'customerName' | 'agentId' | 'agentSource' | 'direction' | 'fromNumber' | 'toNumber' | 'jobId' | 'occurredAt'
  >
>;
