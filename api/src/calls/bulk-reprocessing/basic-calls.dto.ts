import { dateTime, FieldsType, integer, object } from '../../http/response/dto-fields';

export class BulkProgressDto extends FieldsType({
  total: integer({ description: 'Number of calls to reprocess when reprocessing started.', example: 37 }),
  finished: integer({ description: 'Number of these calls that have been reprocessed.', example: 12 }),
  startedAt: dateTime({ example: '2026-03-31T15:00:00.000Z' }),
}) {}

export class BasicCallsDto extends FieldsType({
  calls: integer({
    description:
      'Number of calls transcribed by the basic recognizer that can be reprocessed, at most 10,000 per account. ' +
      '0 if there is no better recognizer.',
    example: 37,
  }),
  accounts: integer({ description: 'Number of accounts with calls to reprocess.', example: 1 }),
  progress: object(BulkProgressDto, {
    nullable: true,
    description: 'Progress of reprocessing. Null if no reprocessing is running. New calls are processed first.',
  }),
}) {}
