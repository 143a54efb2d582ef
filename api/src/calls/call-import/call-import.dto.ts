import { ApiProperty } from '@nestjs/swagger';

import { CALL_IMPORT_STATES, MAX_IMPORT_DAYS, type CallImportState } from '@ringwell/domain/calls/call-import';

import { DayOrInstant } from '../../http/request/day-or-instant.decorator';
import { ApiNullable } from '../../http/response/nullable.decorator';

export class StartCallImportDto {
  @ApiProperty({
    description: `Calls on or after this date or time, at most ${MAX_IMPORT_DAYS} days ago. Dates are in the account's time zone.`,
    example: '2026-03-01',
  })
  @DayOrInstant()
  since!: string;
}

export class CallImportDto {
  @ApiProperty({ format: 'date-time', example: '2026-03-01T05:00:00.000Z' })
  since!: string;

  @ApiProperty({
    enum: CALL_IMPORT_STATES,
    description: 'counting, then counted. After the start: fetching, then fetched, until the last call has ended.',
    example: 'counted',
  })
  state!: CallImportState;

  @ApiProperty({
    type: 'integer',
    description: "Number of calls that aren't in the account yet and match its settings.",
    example: 412,
  })
  calls!: number;

  @ApiProperty({ type: 'integer', description: 'Their total length according to ServiceTitan.', example: 1_980 })
  minutes!: number;

  @ApiNullable('integer', {
    description: 'Maximum cost of these minutes, if the plan includes none of them. Null without payments.',
    example: 7_722,
  })
  maxPriceCents!: number | null;

  @ApiProperty({ type: 'integer', description: 'Number of fetched calls.', example: 0 })
  fetched!: number;

  @ApiProperty({
    type: 'integer',
    description: 'Fetched calls that are queued or in progress. New calls are processed first.',
    example: 0,
  })
  open!: number;
}

export class CallImportStateDto {
  @ApiNullable(CallImportDto, { description: 'Null if no import is in progress.' })
  import!: CallImportDto | null;
}
