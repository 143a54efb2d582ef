import { Inject, Injectable } from '@nestjs/common';
import { Redis } from 'ioredis';

import { StorageCheckService } from '@ringwell/database/calls/storage-check.service';
import type { WorkerRow } from '@ringwell/database/scheduling/worker.entity';
import { WorkersRepository } from '@ringwell/database/scheduling/workers.repository';
import { NO_RECOGNIZER } from '@ringwell/domain/calls/engine-note';
import { CONFIG, type Config } from '@ringwell/platform/config/config.module';
import type { CallCounts } from '@ringwell/platform/metrics/backlog-gauges';
import { assertWritable } from '@ringwell/platform/redis/assert-writable';

import type { HealthFacts } from './health-rows';
import type { EnginesDto, ReadinessDto } from './health.dto';
import { StoreProbeService, type ProbeResult } from './store-probe.service';

export interface StoreProbes {
  // The database probe returns the live workers.
  database: ProbeResult<WorkerRow[]>;
  storage: ProbeResult<true>;
  redis: ProbeResult<true>;
}

const RESULT_TTL_MS = 1_000;

@Injectable()
export class ReadinessService {
  private latest?: { result: Promise<ReadinessDto>; expiresAt: number };

  constructor(
    private readonly workers: WorkersRepository,
    private readonly storage: StorageCheckService,
    private readonly redis: Redis,
    private readonly probe: StoreProbeService,
    @Inject(CONFIG) private readonly config: Config,
  ) {}

  /** Returns the state of the stores. Checks run at most once a second, no matter how many requests come in. */
  async getCurrent(): Promise<ReadinessDto> {
    if (!this.latest || performance.now() >= this.latest.expiresAt) {
      const latest = { result: this.check(), expiresAt: Infinity };
      this.latest = latest;
      const startExpiry = (): void => {
        latest.expiresAt = performance.now() + RESULT_TTL_MS;
      };
      latest.result.then(startExpiry, startExpiry);
    }
    return this.latest.result;
  }

  async check(): Promise<ReadinessDto> {
    const { database, storage, redis } = await this.probeStores();
    const fleet = database.value ?? [];
    const slots = countSlots(fleet);
    const processingState = redis.value && slots > 0 ? 'ok' : 'degraded';
    return {
      status: database.value && storage.value ? processingState : 'unavailable',
      stores: {
        postgres: database.value ? 'up' : 'down',
        storage: storage.value ? 'up' : 'down',
        redis: redis.value ? 'up' : 'down',
      },
      workers: { count: fleet.length, slots },
      engines: listEngines(fleet),
    };
  }

  async probeStores(): Promise<StoreProbes> {
    const [database, storage, redis] = await Promise.all([
      this.probe.run('PostgreSQL', () => this.workers.listAlive()),
      this.probe.run('storage', async () => {
        await this.storage.assertUsable();
        return true as const;
      }),
      this.probe.run('Redis', async () => {
        await assertWritable(this.redis, this.config.QUEUE_PREFIX);
        return true as const;
      }),
    ]);
    return { database, storage, redis };
  }
}

export function listEngines(fleet: readonly WorkerRow[]): EnginesDto {
  const listEngineNames = (step: keyof EnginesDto): string[] =>
    [...new Set(fleet.map((worker) => worker.engines[step]))].sort();
  return { transcription: listEngineNames('transcription'), analysis: listEngineNames('analysis') };
}

/** Returns how many calls these workers can process concurrently. A worker without access to recordings reports 0. */
function countSlots(fleet: readonly WorkerRow[]): number {
  return fleet.reduce((slots, worker) => slots + worker.slots, 0);
}

export function toHealthFacts(
  { database, storage, redis }: StoreProbes,
  queue: Pick<CallCounts, 'oldestQueuedAgeSeconds' | 'isReadOnly'> | undefined,
): HealthFacts {
  const fleet = database.value ?? [];
  return {
    isDatabaseUp: database.value !== undefined,
    isDatabaseReadOnly: queue?.isReadOnly ?? false,
    isStorageUp: storage.value !== undefined,
    isRedisUp: redis.value !== undefined,
    workers: fleet.length,
    slots: countSlots(fleet),
    isRecognizerMissing: fleet.length > 0 && fleet.every(({ engines }) => engines.transcription === NO_RECOGNIZER),
    isAdministratorNeeded: fleet.some(({ engines }) => Boolean(engines.callProblem)),
    oldestQueuedAgeSeconds: queue?.oldestQueuedAgeSeconds ?? 0,
  };
}
