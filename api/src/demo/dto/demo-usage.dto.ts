import { ApiProperty } from '@nestjs/swagger';

import { DEMO_UPLOAD_LIMIT } from '@ringwell/domain/accounts/account-limits';

export class DemoUsageDto {
  @ApiProperty({
    description:
      'Number of uploads so far, regardless of their outcome. Uploads that failed with an internal error do not count.',
    example: 2,
  })
  count!: number;

  @ApiProperty({ description: 'Number of uploads that a demo account can make.', example: DEMO_UPLOAD_LIMIT })
  limit!: number;

  @ApiProperty({ description: 'Uploads left.', example: 3 })
  remaining!: number;

  @ApiProperty({ description: 'Maximum recording length in minutes.', example: 10 })
  maxMinutes!: number;
}
