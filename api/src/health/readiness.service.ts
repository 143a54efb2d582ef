import { Injectable } from '@nestjs/common';
import { Redis } from 'ioredis';

import { StorageCheckService } from '@ringwell/database/calls/storage-check.service';
import type { WorkerRow } from '@ringwell/database/scheduling/worker.entity';
import { WorkersRepository } from '@ringwell/database/scheduling/workers.repository';

import type { EnginesDto, ReadinessDto, ReadinessState } from './health.dto';
import { StoreProbe, type StoreAnswer } from './store-probe';

/** How the stores answered just now. */
export interface StoreAnswers {
  /** The workers that are alive. */
  database: StoreAnswer<WorkerRow[]>;
  storage: StoreAnswer<true>;
  redis: StoreAnswer<true>;
}

/** Asks every store, at once and for a short time. */
@Injectable()
export class ReadinessService {
  constructor(
    private readonly workers: WorkersRepository,
    private readonly storage: StorageCheckService,
    private readonly redis: Redis,
    private readonly probe: StoreProbe,
  ) {}

  async check(): Promise<ReadinessDto> {
    const { database, storage, redis } = await this.askStores();
    const fleet = database.value ?? [];
    const slots = slotsOf(fleet);
    return {
      status: stateOf({
        canTakeIn: Boolean(database.value && storage.value),
        canProcess: Boolean(redis.value && slots > 0),
      }),
      stores: {
        postgres: database.value ? 'up' : 'down',
        storage: storage.value ? 'up' : 'down',
        redis: redis.value ? 'up' : 'down',
      },
      workers: { count: fleet.length, slots },
      engines: enginesOf(fleet),
    };
  }

  async askStores(): Promise<StoreAnswers> {
    const [database, storage, redis] = await Promise.all([
      this.probe.ask('PostgreSQL', () => this.workers.listAlive()),
      this.probe.ask('The storage', async () => {
        await this.storage.assertUsable();
        return true as const;
      }),
      this.probe.ask('Redis', async () => {
        await this.redis.ping();
        return true as const;
      }),
    ]);
    return { database, storage, redis };
  }
}

/** The engines that these workers run, each once. */
export function enginesOf(fleet: readonly WorkerRow[]): EnginesDto {
  const names = (step: keyof WorkerRow['engines']): string[] =>
    [...new Set(fleet.map((worker) => worker.engines[step]))].sort();
  return { transcription: names('transcription'), analysis: names('analysis') };
}

/** Calls these workers run at once; a worker that cannot reach the recordings runs none. */
export function slotsOf(fleet: readonly WorkerRow[]): number {
  return fleet.reduce((slots, worker) => slots + worker.slots, 0);
}

function stateOf({ canTakeIn, canProcess }: { canTakeIn: boolean; canProcess: boolean }): ReadinessState {
  if (!canTakeIn) return 'unavailable';
  return canProcess ? 'ok' : 'degraded';
}
