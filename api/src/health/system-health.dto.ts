import { boolean, dateTime, FieldsType, integer, listOf, object, oneOf, text } from '../http/response/dto-fields';
import { EnginesDto, STORE_STATES } from './health.dto';
import { UndeliveredDto } from './undelivered.dto';

export const HEALTH_STATUSES = ['operational', 'degraded', 'down'] as const;
export type HealthStatus = (typeof HEALTH_STATUSES)[number];

export class HealthRowDto extends FieldsType({
  name: text({ example: 'Processing' }),
  state: text({ description: 'Human-readable state.', example: 'Normal' }),
  status: oneOf(HEALTH_STATUSES, { example: 'operational' }),
}) {}

class ApiHealthDto extends FieldsType({
  status: oneOf(HEALTH_STATUSES, { example: 'operational' }),
  label: text({ example: 'Operational' }),
}) {}

class StoreHealthDto extends FieldsType({ status: oneOf(STORE_STATES, { example: 'up' }) }) {}

class TimedStoreHealthDto extends FieldsType(StoreHealthDto, {
  latencyMs: integer({ nullable: true, description: 'Duration of the check; null if it failed.', example: 2 }),
}) {}

class QueueHealthDto extends FieldsType({
  queued: integer({ description: 'Number of calls waiting for a free slot.', example: 3 }),
  released: integer({ description: 'Number of calls sent to a worker but not started.', example: 1 }),
  running: integer({ example: 4 }),
  oldestQueuedAgeSeconds: integer({ description: 'Age of the oldest due call. 0 if no call is waiting.', example: 12 }),
  deliveriesPending: integer({
    description: 'Number of notes, alerts and callbacks that have not been delivered yet.',
    example: 0,
  }),
}) {}

export class WorkerHealthDto extends FieldsType({
  host: text({ example: 'worker-1' }),
  slots: integer({ description: 'Number of calls that the worker can process at the same time.', example: 4 }),
  transcription: text({ description: 'Transcription engine.', example: 'pocketsphinx' }),
  analysis: text({ description: 'Analysis engine.', example: 'local' }),
  version: text({
    nullable: true,
    description: "Null for older versions, which don't report their version.",
    example: '1.2.0',
  }),
  lastSeenAt: dateTime({ example: '2026-03-31T14:04:58.000Z' }),
}) {}

export class SilentWorkerDto extends FieldsType({
  host: text({ example: 'worker-2' }),
  lastSeenAt: dateTime({ example: '2026-03-31T14:04:58.000Z' }),
}) {}

class DiskDto extends FieldsType({
  freeBytes: integer({ example: 52_000_000_000 }),
  totalBytes: integer({ example: 100_000_000_000 }),
}) {}

class SetupDto extends FieldsType({
  mail: boolean({ description: 'Whether a mail server is set up and accepts messages.', example: true }),
  address: boolean({ description: 'Whether the URL that users open is configured.', example: true }),
}) {}

class AccountInboxDto extends FieldsType({
  accountName: text({ example: 'Becker Plumbing' }),
  checkedAt: dateTime({ example: '2026-03-31T14:04:58.000Z' }),
  waiting: integer({ description: 'Number of files that are still waiting, counted up to 500.', example: 2 }),
  refused: integer({ description: 'Number of files rejected in the last 24 hours, up to eight.', example: 0 }),
  problem: text({ nullable: true, description: 'Why files are waiting, and what to do.', example: null }),
}) {}

class ModelProgressDto extends FieldsType({
  name: text({ example: 'parakeet' }),
  purpose: text({ description: 'transcription, speakers or notes.', example: 'transcription' }),
  receivedBytes: integer({ example: 120_000_000 }),
  totalBytes: integer({ example: 482_468_385 }),
  problem: text({
    nullable: true,
    description: 'Why the download is currently interrupted. It is retried automatically.',
    example: 'The download was interrupted (the connection was lost).',
  }),
}) {}

// The state as seen by this API process.
export class SystemHealthDto extends FieldsType({
  status: oneOf(HEALTH_STATUSES, {
    description: 'degraded: calls are accepted but have to wait. down: calls are not accepted.',
    example: 'operational',
  }),
  version: text({ description: 'Version of this API process.', example: '1.2.0' }),
  api: object(ApiHealthDto),
  database: object(TimedStoreHealthDto),
  redis: object(TimedStoreHealthDto),
  storage: object(StoreHealthDto, { description: 'Recording storage.' }),
  queue: object(QueueHealthDto, { nullable: true, description: 'Null when the database is down.' }),
  workers: listOf(WorkerHealthDto, { description: 'The live workers.' }),
  silentWorkers: listOf(SilentWorkerDto, {
    description: 'Workers that stopped responding in the last hour.',
  }),
  engines: object(EnginesDto),
  writers: listOf(String, { description: 'Language models that write summaries.', example: ['llama:notes'] }),
  undelivered: listOf(UndeliveredDto, { nullable: true, description: 'Undelivered messages; null when unknown.' }),
  disk: object(DiskDto, {
    nullable: true,
    description: 'The disk that stores recordings. Null for a bucket or when unknown.',
  }),
  setup: object(SetupDto),
  inbox: listOf(AccountInboxDto, {
    nullable: true,
    description:
      'Folders that recordings are imported from. Null without INBOX_DIR and INBOX_S3_PREFIX, or if unknown.',
  }),
  models: listOf(ModelProgressDto, { description: 'Local models that are being downloaded.' }),
  rows: listOf(HealthRowDto, { description: 'Human-readable summary: API Status, Database, Processing.' }),
  notes: listOf(String, {
    description:
      'Advice for administrators, for example about basic transcription, damaged models or models that are shut down.',
    example: ['The mail server rejected our username or password, or requires a login. Check SMTP_URL.'],
  }),
  checkedAt: dateTime({ example: '2026-03-31T14:05:00.000Z' }),
}) {}
