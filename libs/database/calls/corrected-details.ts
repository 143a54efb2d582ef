import type { Call } from './call.entity';

export type CorrectedDetails = Partial<
  Pick<
    Call,
    'customerName' | 'agentId' | 'agentSource' | 'direction' | 'fromNumber' | 'toNumber' | 'jobId' | 'occurredAt'
  >
>;
