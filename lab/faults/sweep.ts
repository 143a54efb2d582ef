import { DiskStorage } from '@ringwell/platform/storage/disk.storage';
import type { ProcessSystem } from '@ringwell/testing/test-system';

import { fakeLeader } from '../../worker/src/leader/testing/fake-leader';
import { OrphanedRecordingsLoop } from '../../worker/src/maintenance/orphaned-recordings.loop';

const TWO_DAYS_MS = 172_800_000;

/** Runs the leader's hourly sweep of recordings and temporary files as if it were two days later. */
export async function sweepTwoDaysLater({ storageDir, database }: ProcessSystem): Promise<void> {
  const storage = new DiskStorage(storageDir);
  const { accounts, calls } = database.repositories;
  const sweepLoop = new OrphanedRecordingsLoop(fakeLeader(), storage, accounts, calls);
  await sweepLoop.sweep(Date.now() + TWO_DAYS_MS);
  await storage.removeStaleTemporaryFiles(Date.now() + TWO_DAYS_MS);
}
