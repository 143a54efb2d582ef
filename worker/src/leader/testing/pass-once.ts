import { createLogger, type Logger } from '@ringwell/platform/logging/create-logger';

import type { LeaderElectionService } from '../leader-election.service';
import type { LeaderLoop } from '../leader-loop';

/** Starts a loop on the leader or on another worker, and shuts it down after its first pass. */
export async function passOnce(
  isLeader: boolean,
  createLoop: (leader: LeaderElectionService, logger: Logger) => LeaderLoop,
): Promise<void> {
  const loop = createLoop({ isLeader } as LeaderElectionService, createLogger({ service: 'test', level: 'fatal' }));
  loop.onApplicationBootstrap();
  await loop.onModuleDestroy();
}
