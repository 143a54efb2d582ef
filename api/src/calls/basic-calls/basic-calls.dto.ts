import { ApiProperty } from '@nestjs/swagger';

import { ApiNullable } from '../../http/response/nullable.decorator';

class BulkProgressDto {
  @ApiProperty({ type: 'integer', description: 'Number of calls when the reprocessing started.', example: 37 })
  total!: number;

  @ApiProperty({ type: 'integer', description: 'Number of these calls that have been reprocessed.', example: 12 })
  finished!: number;

  @ApiProperty({ format: 'date-time', example: '2026-03-31T15:00:00.000Z' })
  startedAt!: string;
}

export class BasicCallsDto {
  @ApiProperty({
    type: 'integer',
    description:
      'Number of calls that the basic recognizer transcribed and that can be reprocessed, at most 10,000 per account. 0 while ' +
      'there is no better recognizer.',
    example: 37,
  })
  calls!: number;

  @ApiProperty({ type: 'integer', description: 'Number of accounts with such calls.', example: 1 })
  accounts!: number;

  @ApiNullable(BulkProgressDto, {
    description: 'Progress of the reprocessing; null if none is running. New calls are processed first.',
  })
  progress!: BulkProgressDto | null;
}
