import { createLogger } from '@ringwell/platform/logging/create-logger';

import type { LeaderElectionService } from '../leader-election.service';

const QUIET_LOGGER = createLogger({ service: 'test', level: 'fatal' });

export function fakeLeader(isLeader = true): LeaderElectionService & { isLeader: boolean } {
  return { isLeader, logger: QUIET_LOGGER } as LeaderElectionService;
}
