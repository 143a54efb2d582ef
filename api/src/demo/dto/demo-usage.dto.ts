import { ApiProperty } from '@nestjs/swagger';

import { DEMO_UPLOAD_LIMIT } from '@ringwell/domain/account-limits';

/** How much of the demo is used up. */
export class DemoUsageDto {
  @ApiProperty({ description: 'Uploads so far; those that came to nothing do not count.', example: 2 })
  count!: number;

  @ApiProperty({ description: 'Uploads that a demo account has.', example: DEMO_UPLOAD_LIMIT })
  limit!: number;

  @ApiProperty({ description: 'Uploads that are left.', example: 3 })
  remaining!: number;
}
