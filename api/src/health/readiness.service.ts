import { Inject, Injectable } from '@nestjs/common';
import { Redis } from 'ioredis';

import type { WorkerRow } from '@ringwell/database/entities/worker.entity';
import { WorkersRepository } from '@ringwell/database/repositories/workers.repository';
import type { Logger } from '@ringwell/platform/logging/create-logger';
import { LOGGER } from '@ringwell/platform/logging/logger.module';

import { StorageCheck } from '../platform/storage-check';
import { within } from '../platform/within';
import type { ReadinessDto, ReadinessState } from './health.dto';

const CHECK_TIMEOUT_MS = 2_000;

/** Asks every store, at once and for a short time. */
@Injectable()
export class ReadinessService {
  constructor(
    private readonly workers: WorkersRepository,
    private readonly storage: StorageCheck,
    private readonly redis: Redis,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  async check(): Promise<ReadinessDto> {
    const [workers, storage, redis] = await Promise.all([
      this.ask('PostgreSQL', this.workers.listAlive()),
      this.ask('The storage', this.storage.assertUsable().then(() => true)),
      this.ask('Redis', this.redis.ping().then(() => true)),
    ]);
    const fleet = workers ?? [];
    return {
      status: stateOf({ canTakeIn: Boolean(workers && storage), canProcess: Boolean(redis && fleet.length > 0) }),
      stores: { postgres: workers ? 'up' : 'down', storage: storage ? 'up' : 'down', redis: redis ? 'up' : 'down' },
      workers: { count: fleet.length, slots: fleet.reduce((slots, worker) => slots + worker.slots, 0) },
      engines: { transcription: enginesOf(fleet, 'transcription'), analysis: enginesOf(fleet, 'analysis') },
    };
  }

  /** `undefined` when the store fails or takes too long; why stands in the log. */
  private async ask<T>(store: string, answer: Promise<T>): Promise<T | undefined> {
    try {
      return await within(CHECK_TIMEOUT_MS, store, answer);
    } catch (err) {
      this.logger.warn({ err, store }, 'A store does not answer.');
      return undefined;
    }
  }
}

function stateOf({ canTakeIn, canProcess }: { canTakeIn: boolean; canProcess: boolean }): ReadinessState {
  if (!canTakeIn) return 'unavailable';
  return canProcess ? 'ok' : 'degraded';
}

function enginesOf(fleet: WorkerRow[], step: keyof WorkerRow['engines']): string[] {
  return [...new Set(fleet.map((worker) => worker.engines[step]))].sort();
}
