import { ApiProperty } from '@nestjs/swagger';

import { EnginesDto, STORE_STATES, type StoreState } from './health.dto';

export const HEALTH_STATUSES = ['operational', 'degraded', 'down'] as const;
export type HealthStatus = (typeof HEALTH_STATUSES)[number];

/** One line of the console's panel. */
export class HealthRowDto {
  @ApiProperty({ example: 'Processing' })
  name!: string;

  @ApiProperty({ description: 'In words for people.', example: 'Normal' })
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
  @ApiProperty({
    type: 'integer',
    nullable: true,
    description: 'Of one question; null when there was no answer.',
    example: 2,
  })
  latencyMs!: number | null;
}

class QueueHealthDto {
  @ApiProperty({ type: 'integer', description: 'Calls that wait for a free slot.', example: 3 })
  queued!: number;

  @ApiProperty({ type: 'integer', description: 'Calls on their way to a worker.', example: 1 })
  released!: number;

  @ApiProperty({ type: 'integer', example: 4 })
  running!: number;

  @ApiProperty({
    type: 'integer',
    description: 'How long the call that has waited longest is due; 0 when none is.',
    example: 12,
  })
  oldestQueuedAgeSeconds!: number;

  @ApiProperty({ type: 'integer', description: 'Notes, alerts and callbacks that are not delivered yet.', example: 0 })
  deliveriesPending!: number;
}

class WorkerHealthDto {
  @ApiProperty({ example: 'worker-1' })
  host!: string;

  @ApiProperty({ type: 'integer', description: 'Calls it can run at once.', example: 4 })
  slots!: number;

  @ApiProperty({ description: 'Engine that transcribes.', example: 'pocketsphinx' })
  transcription!: string;

  @ApiProperty({ description: 'Engine that analyses.', example: 'local' })
  analysis!: string;

  @ApiProperty({ format: 'date-time', example: '2026-03-31T14:04:58.000Z' })
  lastSeenAt!: string;
}

/** How the whole system does, as seen from this API process. */
export class SystemHealthDto {
  @ApiProperty({
    enum: HEALTH_STATUSES,
    description: 'degraded: calls are taken in but wait. down: calls cannot be taken in.',
    example: 'operational',
  })
  status!: HealthStatus;

  @ApiProperty({ type: ApiHealthDto })
  api!: ApiHealthDto;

  @ApiProperty({ type: TimedStoreHealthDto })
  database!: TimedStoreHealthDto;

  @ApiProperty({ type: TimedStoreHealthDto })
  redis!: TimedStoreHealthDto;

  @ApiProperty({ type: StoreHealthDto, description: 'Where recordings lie.' })
  storage!: StoreHealthDto;

  @ApiProperty({ type: QueueHealthDto, nullable: true, description: 'Null when the database does not answer.' })
  queue!: QueueHealthDto | null;

  @ApiProperty({ type: [WorkerHealthDto], description: 'Those that are alive.' })
  workers!: WorkerHealthDto[];

  @ApiProperty({ type: EnginesDto })
  engines!: EnginesDto;

  @ApiProperty({ type: [HealthRowDto], description: 'The same for people: API Status, Database, Processing.' })
  rows!: HealthRowDto[];

  @ApiProperty({ format: 'date-time', example: '2026-03-31T14:05:00.000Z' })
  checkedAt!: string;
}
