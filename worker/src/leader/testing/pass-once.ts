import type { LeaderElectionService } from '../leader-election.service';
import type { LeaderLoop } from '../leader-loop';
import { fakeLeader } from './fake-leader';

/** Starts a loop on the leader or on another worker, and shuts it down after its first pass. */
export async function passOnce(
  isLeader: boolean,
  createLoop: (leader: LeaderElectionService) => LeaderLoop,
): Promise<void> {
  const loop = createLoop(fakeLeader(isLeader));
  loop.onApplicationBootstrap();
  await loop.onModuleDestroy();
}
