import { HEALTH_STATUSES, type HealthRowDto, type HealthStatus } from './system-health.dto';

export interface HealthFacts {
  isDatabaseUp: boolean;
  isDatabaseReadOnly: boolean;
  isStorageUp: boolean;
  isRedisUp: boolean;
  workers: number;
  /** Number of calls the workers can process concurrently. */
  slots: number;
  isRecognizerMissing: boolean;
  /** Whether calls are waiting for something that only an administrator can change. */
  isAdministratorNeeded: boolean;
  oldestQueuedAgeSeconds: number;
}

// Calls normally wait far less than this if their account has a free slot.
export const DELAYED_AFTER_SECONDS = 300;
const MINUTE_SECONDS = 60;
const HOUR_SECONDS = 3_600;

export function healthRows(facts: HealthFacts): [api: HealthRowDto, database: HealthRowDto, processing: HealthRowDto] {
  return [apiRow(facts), databaseRow(facts), processingRow(facts)];
}

export function worstStatus(rows: readonly HealthRowDto[]): HealthStatus {
  return HEALTH_STATUSES.findLast((status) => rows.some((row) => row.status === status)) ?? 'operational';
}

/** Whether PostgreSQL responds and allows writes. */
export function isDatabaseWritable({ isDatabaseUp, isDatabaseReadOnly }: HealthFacts): boolean {
  return isDatabaseUp && !isDatabaseReadOnly;
}

function apiRow({ isStorageUp }: HealthFacts): HealthRowDto {
  const state = isStorageUp ? 'Operational' : "Can't store recordings";
  return { name: 'API Status', state, status: isStorageUp ? 'operational' : 'down' };
}

function databaseRow(facts: HealthFacts): HealthRowDto {
  const problem = facts.isDatabaseReadOnly ? 'Read-only' : 'Unreachable';
  const isHealthy = isDatabaseWritable(facts);
  return { name: 'Database', state: isHealthy ? 'Healthy' : problem, status: isHealthy ? 'operational' : 'down' };
}

function processingRow(facts: HealthFacts): HealthRowDto {
  const { isRedisUp, workers, slots, oldestQueuedAgeSeconds } = facts;
  const degradedRow = (state: string): HealthRowDto => ({ name: 'Processing', state, status: 'degraded' });
  if (!isDatabaseWritable(facts)) return degradedRow('Waiting for the database');
  if (!isRedisUp) return degradedRow('Waiting for Redis');
  if (workers === 0) return degradedRow('Waiting for workers');
  if (facts.isRecognizerMissing) return degradedRow('No speech recognizer is installed');
  if (slots === 0) return degradedRow("Workers can't access recordings");
  if (oldestQueuedAgeSeconds >= DELAYED_AFTER_SECONDS)
    return degradedRow(`Delayed: oldest call waiting ${formatAge(oldestQueuedAgeSeconds)}`);
  if (facts.isAdministratorNeeded) return degradedRow('Calls are waiting for an administrator');
  return { name: 'Processing', state: 'Normal', status: 'operational' };
}

/** Formats an age, such as 12 min or 3 h. */
export function formatAge(seconds: number): string {
  return seconds < 2 * HOUR_SECONDS
    ? `${Math.floor(seconds / MINUTE_SECONDS)} min`
    : `${Math.floor(seconds / HOUR_SECONDS)} h`;
}
