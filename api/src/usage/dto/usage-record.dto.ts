import { dateTime, FieldsType, integer, json, number, text, uuid } from '../../http/response/dto-fields';

export class UsageRecordDto extends FieldsType({
  id: uuid({ example: '0d9d3f7a-5f0e-4f3c-8f47-3b9c7d0a1e52' }),
  userId: uuid({ example: '5f0c2a8e-7a2b-4d55-9a3e-0d6f1b7c9e21' }),
  minutes: number({ example: 12.5 }),
  instanceRuns: integer({ example: 1 }),
  apiCalls: integer({ example: 3 }),
  source: text({ example: 'n8n' }),
  metadata: json({
    nullable: true,

    example: { workflow: 'call-summaries', execution: 4711 },
  }),
  recordedAt: dateTime({ example: '2026-03-31T14:05:00.000Z' }),
}) {}
