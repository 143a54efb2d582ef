import { ApiProperty } from '@nestjs/swagger';

import { CALL_IMPORT_STATES, MAX_IMPORT_DAYS, type CallImportState } from '@ringwell/domain/calls/call-import';

import { DayOrInstant } from '../../http/request/day-or-instant.decorator';
import { ApiNullable } from '../../http/response/nullable.decorator';

export class StartCallImportDto {
  @ApiProperty({
    description: `Calls on or after this date or time, at most ${MAX_IMPORT_DAYS} days ago. Dates are in the time zone of the account.`,
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
    description: 'counting, then counted. Once it is wanted: fetching, then fetched, until the last call has ended.',
    example: 'counted',
  })
  state!: CallImportState;

  @ApiProperty({
    type: 'integer',
    description: 'Calls that are not here yet, by the settings of the account.',
    example: 412,
  })
  calls!: number;

  @ApiProperty({ type: 'integer', description: 'Their length according to ServiceTitan.', example: 1_980 })
  minutes!: number;

  @ApiNullable('integer', {
    description: 'What these minutes cost at most: if none of them is included in the plan. Null without payments.',
    example: 7_722,
  })
  maxPriceCents!: number | null;

  @ApiProperty({ type: 'integer', description: 'Calls that were fetched.', example: 0 })
  fetched!: number;

  @ApiProperty({ type: 'integer', description: 'Fetched calls that have not ended. New calls come first.', example: 0 })
  open!: number;
}

export class CallImportStateDto {
  @ApiNullable(CallImportDto, { description: 'Null while none is under way.' })
  import!: CallImportDto | null;
}
