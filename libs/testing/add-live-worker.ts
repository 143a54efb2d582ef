import { randomUUID } from 'node:crypto';

import type { DataSource } from 'typeorm';

import type { WorkerRow } from '@ringwell/database/scheduling/worker.entity';
import { WorkersRepository } from '@ringwell/database/scheduling/workers.repository';

export type LiveWorker = Partial<Omit<WorkerRow, 'engines'>> & { engines?: Partial<WorkerRow['engines']> };

/** Records a worker's heartbeat. @returns its id */
export async function addLiveWorker(
  { manager }: DataSource,
  { engines, ...overrides }: LiveWorker = {},
): Promise<string> {
  const id = randomUUID();
  await new WorkersRepository(manager).recordHeartbeat({
    id,
    host: 'a',
    slots: 2,
    version: '1.0.0',
    engines: { transcription: 'pocketsphinx', analysis: 'local', ...engines },
    ...overrides,
  });
  return id;
}
