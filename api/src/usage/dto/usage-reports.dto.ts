import { ApiProperty } from '@nestjs/swagger';

import { ApiNullable } from '../../http/response/nullable.decorator';
import { UsageTotalsDto } from './usage-totals.dto';

export class SystemUsageDto extends UsageTotalsDto {
  @ApiProperty({ type: 'integer', description: 'Number of all users, regardless of the requested days.', example: 42 })
  totalUsers!: number;

  @ApiProperty({
    type: 'integer',
    description: 'Number of enabled users who are members of an enabled account with status active.',
    example: 37,
  })
  activeUsers!: number;
}

export class AccountUsageDto {
  @ApiProperty({ format: 'uuid', example: '5f0c2a8e-7a2b-4d55-9a3e-0d6f1b7c9e21' })
  userId!: string;

  @ApiNullable(String, { example: 'Dana Reyes' })
  userName!: string | null;

  @ApiNullable(String, { example: 'dana@reyes-hvac.example' })
  userEmail!: string | null;

  @ApiProperty({ example: 412.75 })
  totalMinutes!: number;

  @ApiProperty({ type: 'integer', example: 131 })
  totalCalls!: number;

  @ApiProperty({ description: 'Minutes per processed call; 0 without calls.', example: 3.15 })
  averageCallLength!: number;
}

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

export class UserUsageDto extends UsageTotalsDto {
  @ApiProperty({ format: 'uuid', example: '5f0c2a8e-7a2b-4d55-9a3e-0d6f1b7c9e21' })
  userId!: string;

  @ApiNullable(String, { example: 'Dana Reyes' })
  userName!: string | null;

  @ApiNullable(String, { example: 'dana@reyes-hvac.example' })
  userEmail!: string | null;

  @ApiProperty({ type: [DailyUsageDto], description: 'Includes every requested day, oldest first.' })
  daily!: DailyUsageDto[];
}
