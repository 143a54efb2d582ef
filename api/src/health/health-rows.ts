import { HEALTH_STATUSES, type HealthRowDto, type HealthStatus } from './system-health.dto';

/** What the words are chosen by. */
export interface HealthFacts {
  databaseAnswers: boolean;
  storageWorks: boolean;
  redisAnswers: boolean;
  workers: number;
  /** Calls they run at once. */
  slots: number;
  oldestQueuedAgeSeconds: number;
}

/** Far longer than any call waits while its account has a free slot. */
const BEHIND_AFTER_SECONDS = 300;
const MINUTE_SECONDS = 60;
const HOUR_SECONDS = 3_600;

/** The three lines of the console's panel, in words that say what is wrong. */
export function healthRows(facts: HealthFacts): [api: HealthRowDto, database: HealthRowDto, processing: HealthRowDto] {
  return [apiRow(facts), databaseRow(facts), processingRow(facts)];
}

/** As bad as the worst of them. */
export function worstStatus(rows: readonly HealthRowDto[]): HealthStatus {
  return HEALTH_STATUSES.findLast((status) => rows.some((row) => row.status === status)) ?? 'operational';
}

function apiRow({ storageWorks }: HealthFacts): HealthRowDto {
  const name = 'API Status';
  return storageWorks
    ? { name, state: 'Operational', status: 'operational' }
    : { name, state: 'Recordings cannot be stored', status: 'down' };
}

function databaseRow({ databaseAnswers }: HealthFacts): HealthRowDto {
  const name = 'Database';
  return databaseAnswers
    ? { name, state: 'Healthy', status: 'operational' }
    : { name, state: 'Unreachable', status: 'down' };
}

function processingRow(facts: HealthFacts): HealthRowDto {
  const { databaseAnswers, redisAnswers, workers, slots, oldestQueuedAgeSeconds } = facts;
  const waiting = (state: string): HealthRowDto => ({ name: 'Processing', state, status: 'degraded' });
  if (!databaseAnswers) return waiting('Waiting for the database');
  if (!redisAnswers) return waiting('Waiting for Redis');
  if (workers === 0) return waiting('Waiting for workers');
  if (slots === 0) return waiting('Workers cannot reach the recordings');
  if (oldestQueuedAgeSeconds >= BEHIND_AFTER_SECONDS)
    return waiting(`Behind: oldest call waits ${inWords(oldestQueuedAgeSeconds)}`);
  return { name: 'Processing', state: 'Normal', status: 'operational' };
}

function inWords(seconds: number): string {
  return seconds < 2 * HOUR_SECONDS
    ? `${Math.floor(seconds / MINUTE_SECONDS)} min`
    : `${Math.floor(seconds / HOUR_SECONDS)} h`;
}
