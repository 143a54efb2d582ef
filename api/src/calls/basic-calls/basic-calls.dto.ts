import { ApiProperty } from '@nestjs/swagger';

import { ApiNullable } from '../../http/response/nullable.decorator';

class BulkProgressDto {
  @ApiProperty({ type: 'integer', description: 'Calls when it was started.', example: 37 })
  total!: number;

  @ApiProperty({ type: 'integer', description: 'Of these, how many were processed again.', example: 12 })
  finished!: number;

  @ApiProperty({ format: 'date-time', example: '2026-03-31T15:00:00.000Z' })
  startedAt!: string;
}

export class BasicCallsDto {
  @ApiProperty({
    type: 'integer',
    description:
      'Calls that the basic recognizer heard and that can be processed again, at most 10,000 of an account. 0 as long as ' +
      'there is no better recognizer.',
    example: 37,
  })
  calls!: number;

  @ApiProperty({ type: 'integer', description: 'How many accounts they belong to.', example: 1 })
  accounts!: number;

  @ApiNullable(BulkProgressDto, {
    description: 'How far it is; null while nothing is processed again. New calls come first.',
  })
  progress!: BulkProgressDto | null;
}
