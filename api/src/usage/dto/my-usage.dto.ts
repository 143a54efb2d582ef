import { ApiProperty } from '@nestjs/swagger';

import { UsageTotalsDto } from './usage-totals.dto';

export class MyUsageDto extends UsageTotalsDto {
  @ApiProperty({
    format: 'date-time',
    example: '2026-02-28T00:00:00.000Z',
    description:
      'Start of the current usage month. With a subscription: the start of the billing period, ' +
      'to the second. Without a subscription: midnight in the time zone of the account, on the day of the month of its activation; ' +
      'after a change of the time zone, midnight in the earlier time zone.',
  })
  periodStartsAt!: string;

  @ApiProperty({
    format: 'date-time',
    description: 'When the next usage month starts and the totals reset.',
    example: '2026-03-31T00:00:00.000Z',
  })
  resetsAt!: string;

  @ApiProperty({ type: 'integer', example: 1000 })
  monthlyMinuteLimit!: number;

  @ApiProperty({ description: 'Whether calls are skipped once the limit is reached.', example: false })
  usageLimitEnabled!: boolean;
}
