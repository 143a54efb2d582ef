import { ApiProperty } from '@nestjs/swagger';

import { ApiNullable } from '../http/response/nullable.decorator';
import { EnginesDto, STORE_STATES, type StoreState } from './health.dto';
import { UndeliveredDto } from './undelivered.dto';

export const HEALTH_STATUSES = ['operational', 'degraded', 'down'] as const;
export type HealthStatus = (typeof HEALTH_STATUSES)[number];

export class HealthRowDto {
  @ApiProperty({ example: 'Processing' })
  name!: string;

  @ApiProperty({ description: 'Text for people.', example: 'Normal' })
  state!: string;

  @ApiProperty({ enum: HEALTH_STATUSES, example: 'operational' })
  status!: HealthStatus;
}

class ApiHealthDto {
  @ApiProperty({ enum: HEALTH_STATUSES, example: 'operational' })
  status!: HealthStatus;

  @ApiProperty({ example: 'Operational' })
  label!: string;
}

class StoreHealthDto {
  @ApiProperty({ enum: STORE_STATES, example: 'up' })
  status!: StoreState;
}

class TimedStoreHealthDto extends StoreHealthDto {
  @ApiNullable('integer', { description: 'Duration of the check; null if it failed.', example: 2 })
  latencyMs!: number | null;
}

class QueueHealthDto {
  @ApiProperty({ type: 'integer', description: 'Number of calls waiting for a free slot.', example: 3 })
  queued!: number;

  @ApiProperty({ type: 'integer', description: 'Number of calls sent to a worker but not started.', example: 1 })
  released!: number;

  @ApiProperty({ type: 'integer', example: 4 })
  running!: number;

  @ApiProperty({
    type: 'integer',
    description: 'Age of the oldest due call; 0 when none is waiting.',
    example: 12,
  })
  oldestQueuedAgeSeconds!: number;

  @ApiProperty({ type: 'integer', description: 'Notes, alerts and callbacks not delivered yet.', example: 0 })
  deliveriesPending!: number;
}

class WorkerHealthDto {
  @ApiProperty({ example: 'worker-1' })
  host!: string;

  @ApiProperty({ type: 'integer', description: 'Number of calls processed at a time.', example: 4 })
  slots!: number;

  @ApiProperty({ description: 'Transcription engine.', example: 'pocketsphinx' })
  transcription!: string;

  @ApiProperty({ description: 'Analysis engine.', example: 'local' })
  analysis!: string;

  @ApiNullable(String, { description: "Null for older versions, which don't report their version.", example: '1.2.0' })
  version!: string | null;

  @ApiProperty({ format: 'date-time', example: '2026-03-31T14:04:58.000Z' })
  lastSeenAt!: string;
}

class SilentWorkerDto {
  @ApiProperty({ example: 'worker-2' })
  host!: string;

  @ApiProperty({ format: 'date-time', example: '2026-03-31T14:04:58.000Z' })
  lastSeenAt!: string;
}

class DiskDto {
  @ApiProperty({ type: 'integer', example: 52_000_000_000 })
  freeBytes!: number;

  @ApiProperty({ type: 'integer', example: 100_000_000_000 })
  totalBytes!: number;
}

class SetupDto {
  @ApiProperty({ description: 'Whether a mail server is set up and accepts messages.', example: true })
  mail!: boolean;

  @ApiProperty({ description: 'Whether the URL that users open is configured.', example: true })
  address!: boolean;
}

class AccountInboxDto {
  @ApiProperty({ example: 'Becker Plumbing' })
  accountName!: string;

  @ApiProperty({ format: 'date-time', example: '2026-03-31T14:04:58.000Z' })
  checkedAt!: string;

  @ApiProperty({
    type: 'integer',
    description: 'Number of files that are still waiting, counted up to 500.',
    example: 2,
  })
  waiting!: number;

  @ApiProperty({ type: 'integer', description: 'Files rejected in the last 24 hours, up to eight.', example: 0 })
  refused!: number;

  @ApiNullable(String, { description: 'Why files are waiting, and what to do.', example: null })
  problem!: string | null;
}

class ModelProgressDto {
  @ApiProperty({ example: 'parakeet' })
  name!: string;

  @ApiProperty({ description: 'transcription, speakers or notes.', example: 'transcription' })
  purpose!: string;

  @ApiProperty({ type: 'integer', example: 120_000_000 })
  receivedBytes!: number;

  @ApiProperty({ type: 'integer', example: 482_468_385 })
  totalBytes!: number;

  @ApiNullable(String, {
    description: 'Why the download is interrupted right now. It is retried.',
    example: 'The download was interrupted (the connection was lost).',
  })
  problem!: string | null;
}

// The state that this API process observes.
export class SystemHealthDto {
  @ApiProperty({
    enum: HEALTH_STATUSES,
    description: 'degraded: calls are accepted but have to wait. down: calls are not accepted.',
    example: 'operational',
  })
  status!: HealthStatus;

  @ApiProperty({ description: 'Version of this API process.', example: '1.2.0' })
  version!: string;

  @ApiProperty({ type: ApiHealthDto })
  api!: ApiHealthDto;

  @ApiProperty({ type: TimedStoreHealthDto })
  database!: TimedStoreHealthDto;

  @ApiProperty({ type: TimedStoreHealthDto })
  redis!: TimedStoreHealthDto;

  @ApiProperty({ type: StoreHealthDto, description: 'Recording storage.' })
  storage!: StoreHealthDto;

  @ApiNullable(QueueHealthDto, { description: 'Null when the database is down.' })
  queue!: QueueHealthDto | null;

  @ApiProperty({ type: [WorkerHealthDto], description: 'The live workers.' })
  workers!: WorkerHealthDto[];

  @ApiProperty({ type: [SilentWorkerDto], description: 'Number of workers that stopped responding in the last hour.' })
  silentWorkers!: SilentWorkerDto[];

  @ApiProperty({ type: EnginesDto })
  engines!: EnginesDto;

  @ApiProperty({ type: [String], description: 'Language models that write summaries.', example: ['llama:notes'] })
  writers!: string[];

  @ApiNullable([UndeliveredDto], { description: 'Undelivered messages; null when unknown.' })
  undelivered!: UndeliveredDto[] | null;

  @ApiNullable(DiskDto, { description: 'The disk that stores recordings. Null for a bucket or when unknown.' })
  disk!: DiskDto | null;

  @ApiProperty({ type: SetupDto })
  setup!: SetupDto;

  @ApiNullable([AccountInboxDto], {
    description:
      'Folders that recordings are imported from; null without INBOX_DIR and INBOX_S3_PREFIX, or when unknown.',
  })
  inbox!: AccountInboxDto[] | null;

  @ApiProperty({ type: [ModelProgressDto], description: 'Local models that are being downloaded.' })
  models!: ModelProgressDto[];

  @ApiProperty({ type: [HealthRowDto], description: 'Human-readable summary: API Status, Database, Processing.' })
  rows!: HealthRowDto[];

  @ApiProperty({
    type: [String],
    description: 'Engine advice for administrators: basic transcription, damaged models, models that are shut down.',
    example: ['Transcription is basic. For better transcripts, run "npm run models -- install parakeet".'],
  })
  notes!: string[];

  @ApiProperty({ format: 'date-time', example: '2026-03-31T14:05:00.000Z' })
  checkedAt!: string;
}
