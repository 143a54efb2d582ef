import { FieldsType, listOf, number, object, oneOf } from '../http/response/dto-fields';

export class LivenessDto extends FieldsType({ status: oneOf(['ok'], { example: 'ok' }) }) {}

const READINESS_STATES = ['ok', 'degraded', 'unavailable'] as const;

export const STORE_STATES = ['up', 'down'] as const;

class StoresDto extends FieldsType({
  postgres: oneOf(STORE_STATES, { example: 'up' }),
  storage: oneOf(STORE_STATES, { description: 'Recording storage.', example: 'up' }),
  redis: oneOf(STORE_STATES, { description: 'When down, calls are accepted and processed later.', example: 'up' }),
}) {}

class FleetDto extends FieldsType({
  count: number({ description: 'Number of live workers.', example: 2 }),
  slots: number({ description: 'Number of calls that the workers can process at the same time.', example: 4 }),
}) {}

export class EnginesDto extends FieldsType({
  transcription: listOf(String, { description: 'Engines of the live workers.', example: ['pocketsphinx'] }),
  analysis: listOf(String, { example: ['local'] }),
}) {}

export class ReadinessDto extends FieldsType({
  status: oneOf(READINESS_STATES, {
    description:
      'degraded: calls wait or, while PostgreSQL is read-only, are not accepted. unavailable: calls are not accepted; ' +
      'the HTTP status is then 503.',
    example: 'ok',
  }),
  stores: object(StoresDto),
  workers: object(FleetDto),
  engines: object(EnginesDto),
}) {}
