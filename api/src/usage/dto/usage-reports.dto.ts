import { ApiProperty } from '@nestjs/swagger';

import { UsageTotalsDto } from './usage-totals.dto';

/** Usage of everybody together. */
export class SystemUsageDto extends UsageTotalsDto {
  @ApiProperty({ type: 'integer', description: 'All there are, whatever the days asked for.', example: 42 })
  totalUsers!: number;

  @ApiProperty({ type: 'integer', description: 'Those of status active that are not switched off.', example: 37 })
  activeUsers!: number;
}

/** Usage of one account, as the table of accounts shows it. */
export class AccountUsageDto {
  @ApiProperty({ format: 'uuid', example: '5f0c2a8e-7a2b-4d55-9a3e-0d6f1b7c9e21' })
  userId!: string;

  @ApiProperty({ type: String, nullable: true, example: 'Dana Reyes' })
  userName!: string | null;

  @ApiProperty({ type: String, nullable: true, example: 'dana@reyes-hvac.example' })
  userEmail!: string | null;

  @ApiProperty({ example: 412.75 })
  totalMinutes!: number;

  @ApiProperty({ type: 'integer', example: 131 })
  totalCalls!: number;

  @ApiProperty({ description: 'In minutes, of processed calls; 0 when there are none.', example: 3.15 })
  averageCallLength!: number;
}

/** Usage on one UTC day. */
export class DailyUsageDto {
  @ApiProperty({ format: 'date', example: '2026-03-31' })
  day!: string;

  @ApiProperty({ example: 18.25 })
  minutes!: number;

  @ApiProperty({ type: 'integer', example: 6 })
  calls!: number;

  @ApiProperty({ type: 'integer', example: 6 })
  instanceRuns!: number;

  @ApiProperty({ type: 'integer', example: 74 })
  apiCalls!: number;
}

/** Usage of one account, day by day. */
export class UserUsageDto extends UsageTotalsDto {
  @ApiProperty({ format: 'uuid', example: '5f0c2a8e-7a2b-4d55-9a3e-0d6f1b7c9e21' })
  userId!: string;

  @ApiProperty({ type: String, nullable: true, example: 'Dana Reyes' })
  userName!: string | null;

  @ApiProperty({ type: String, nullable: true, example: 'dana@reyes-hvac.example' })
  userEmail!: string | null;

  @ApiProperty({ type: [DailyUsageDto], description: 'Every day asked for, the oldest first.' })
  daily!: DailyUsageDto[];
}
