import { ApiProperty } from '@nestjs/swagger';

import type { UsageTotals } from '@ringwell/database/billing/usage-reports.repository';

export class UsageTotalsDto {
  @ApiProperty({ description: 'Minutes of processed calls and of posted usage.', example: 412.75 })
  totalMinutes!: number;

  @ApiProperty({ type: 'integer', example: 131 })
  totalInstanceRuns!: number;

  @ApiProperty({
    type: 'integer',
    description: 'Requests with a bearer token, delayed by a few seconds, and posted usage.',
    example: 1860,
  })
  totalApiCalls!: number;

  @ApiProperty({ type: 'integer', description: 'Processed calls.', example: 131 })
  totalCalls!: number;
}

export function totalsView({ minutes, instanceRuns, apiCalls, calls }: UsageTotals): UsageTotalsDto {
  return { totalMinutes: minutes, totalInstanceRuns: instanceRuns, totalApiCalls: apiCalls, totalCalls: calls };
}
