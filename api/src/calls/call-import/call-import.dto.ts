import { ApiProperty } from '@nestjs/swagger';

import { CALL_IMPORT_STATES, MAX_IMPORT_DAYS } from '@ringwell/domain/calls/call-import';

import { DayOrInstant } from '../../http/request/day-or-instant.decorator';
import { dateTime, FieldsType, integer, object, oneOf } from '../../http/response/dto-fields';

export class StartCallImportDto {
  @ApiProperty({
    description: `Calls on or after this date or time, at most ${MAX_IMPORT_DAYS} days ago. Dates are in the account's time zone.`,
    example: '2026-03-01',
  })
  @DayOrInstant()
  since!: string;
}

export class CallImportDto extends FieldsType({
  since: dateTime({ example: '2026-03-01T05:00:00.000Z' }),
  state: oneOf(CALL_IMPORT_STATES, {
    description:
      'Initially counting, then counted. Once started: fetching, then fetched until the last call is processed.',
    example: 'counted',
  }),
  calls: integer({
    description: "Number of calls that aren't in the account yet and match its settings.",
    example: 412,
  }),
  minutes: integer({
    description: 'Total length of these calls in minutes, according to ServiceTitan.',
    example: 1_980,
  }),
  maxPriceCents: integer({
    nullable: true,
    description:
      "Maximum cost of these minutes, assuming that the plan's included minutes are used up. Null without payments.",
    example: 7_722,
  }),
  fetched: integer({ description: 'Number of calls fetched so far.', example: 0 }),
  open: integer({
    description: 'Number of fetched calls that are queued or in progress. New calls are processed first.',
    example: 0,
  }),
}) {}

export class CallImportStateDto extends FieldsType({
  import: object(CallImportDto, { nullable: true, description: 'Null if no import is in progress.' }),
}) {}
