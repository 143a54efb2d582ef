import { Inject, Injectable } from '@nestjs/common';

import { AccountErrorsRepository } from '@ringwell/database/accounts/account-errors.repository';
import { QueueStatsRepository } from '@ringwell/database/scheduling/queue-stats.repository';
import type { ModelProgress, WorkerRow } from '@ringwell/database/scheduling/worker.entity';
import { WorkersRepository } from '@ringwell/database/scheduling/workers.repository';
import { CONFIG, type Config } from '@ringwell/platform/config/config.module';
import type { CallCounts } from '@ringwell/platform/metrics/backlog-gauges';
import { PRODUCT_VERSION } from '@ringwell/platform/product-version';
import { RecordingStorage } from '@ringwell/platform/storage/recording-storage';

import { toDto } from '../http/response/to-dto';
import { engineNotes } from './engine-notes';
import { healthRows, worstStatus } from './health-rows';
import { listEngines, toHealthFacts, ReadinessService } from './readiness.service';
import { StoreProbeService, type ProbeResult } from './store-probe.service';
import { SilentWorkerDto, WorkerHealthDto, type SystemHealthDto } from './system-health.dto';

const DAY_MS = 86_400_000;

/** Checks everything that call processing depends on. Reports failures in the result instead of throwing. */
@Injectable()
export class SystemHealthService {
  constructor(
    private readonly readiness: ReadinessService,
    private readonly queueStats: QueueStatsRepository,
    private readonly workers: WorkersRepository,
    private readonly errors: AccountErrorsRepository,
    private readonly recordings: RecordingStorage,
    private readonly probe: StoreProbeService,
    @Inject(CONFIG) private readonly config: Config,
  ) {}

  async check(): Promise<SystemHealthDto> {
    const [{ database, storage, redis }, { value: backlog }, silentWorkers, undelivered, disk, inbox] =
      await Promise.all([
        this.readiness.probeStores(),
        this.probe.run('PostgreSQL', () =>
          Promise.all([this.queueStats.readCallCounts(), this.queueStats.countOpenDeliveries()]),
        ),
        this.probe.run('PostgreSQL', () => this.workers.listUnresponsive()),
        this.probe.run('PostgreSQL', () => this.errors.listUndelivered()),
        this.probe.run('storage', () => this.recordings.getSpace()),
        this.probeInbox(),
      ]);
    const fleet = database.value ?? [];
    const rows = healthRows(toHealthFacts({ database, storage, redis }, backlog?.[0]));
    const [api] = rows;
    return {
      status: worstStatus(rows),
      version: PRODUCT_VERSION,
      api: { status: api.status, label: api.state },
      database: toTimedStatus(database),
      redis: toTimedStatus(redis),
      storage: { status: toStatus(storage) },
      queue: backlog ? toQueueHealth(...backlog) : null,
      workers: fleet.map((worker) => {
        const { transcription, analysis } = worker.engines;
        return toDto(WorkerHealthDto, worker, { transcription, analysis });
      }),
      silentWorkers: (silentWorkers.value ?? []).map((worker) => toDto(SilentWorkerDto, worker)),
      engines: listEngines(fleet),
      writers: [...new Set(fleet.flatMap(({ engines }) => engines.writer ?? []))].sort(),
      undelivered: undelivered.value ?? null,
      disk: disk.value ?? null,
      inbox,
      setup: {
        mail: this.config.SMTP_URL !== undefined && !fleet.some(({ engines }) => engines.mailProblem),
        address: this.config.PUBLIC_URL !== undefined,
      },
      models: mergeModelProgress(fleet),
      rows,
      notes: [...engineNotes(fleet.map(({ engines }) => engines)), ...versionNotes(fleet)],
      checkedAt: new Date().toISOString(),
    };
  }

  private async probeInbox(): Promise<SystemHealthDto['inbox']> {
    if (this.config.INBOX_DIR === undefined && this.config.INBOX_S3_PREFIX === undefined) return null;
    const { value } = await this.probe.run('PostgreSQL', () => this.errors.listInboxes());
    const cutoffMs = Date.now() - DAY_MS;
    return (
      value?.map(({ checkedAt, refused, ...folder }) => ({
        ...folder,
        checkedAt: checkedAt.toISOString(),
        refused: refused.filter(({ at }) => Date.parse(at) > cutoffMs).length,
      })) ?? null
    );
  }
}

function toQueueHealth(
  { counts: { queued = 0, released = 0, running = 0 }, oldestQueuedAgeSeconds }: CallCounts,
  deliveriesPending: number,
): SystemHealthDto['queue'] {
  return { queued, released, running, oldestQueuedAgeSeconds: Math.floor(oldestQueuedAgeSeconds), deliveriesPending };
}

/** Merges the downloads of workers that share a folder, keeping the furthest progress of each model. */
function mergeModelProgress(fleet: readonly WorkerRow[]): ModelProgress[] {
  const models = new Map<string, ModelProgress>();
  for (const model of fleet.flatMap(({ engines }) => engines.modelProgress ?? [])) {
    const previous = models.get(model.name);
    if (!previous || previous.receivedBytes < model.receivedBytes) models.set(model.name, model);
  }
  return [...models.values()];
}

function toStatus({ value }: ProbeResult<unknown>): 'up' | 'down' {
  return value === undefined ? 'down' : 'up';
}

function toTimedStatus(result: ProbeResult<unknown>): { status: 'up' | 'down'; latencyMs: number | null } {
  const status = toStatus(result);
  return { status, latencyMs: status === 'up' ? result.latencyMs : null };
}

/** Returns a note if workers run a different version than this API, which is normal only during an update. */
function versionNotes(fleet: readonly Pick<WorkerRow, 'version'>[]): string[] {
  const otherVersions = new Set(
    fleet.map(({ version }) => version ?? 'an early version').filter((name) => name !== PRODUCT_VERSION),
  );
  if (otherVersions.size === 0) return [];
  const versionList = [...otherVersions].sort().join(', ');
  return [
    `This API is running version ${PRODUCT_VERSION}, but some workers are running ${versionList}. If no update is in ` +
      'progress, restart the older processes.',
  ];
}
