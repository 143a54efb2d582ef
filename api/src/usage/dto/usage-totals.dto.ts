import { ApiProperty } from '@nestjs/swagger';

import type { UsageTotals } from '@ringwell/database/billing/usage-reports.repository';

/** Usage, added up. */
export class UsageTotalsDto {
  @ApiProperty({ description: 'Minutes of processed calls, and those that clients posted.', example: 412.75 })
  totalMinutes!: number;

  @ApiProperty({ type: 'integer', example: 131 })
  totalInstanceRuns!: number;

  @ApiProperty({
    type: 'integer',
    description: 'Requests with a bearer token, some seconds late, and what clients posted.',
    example: 1860,
  })
  totalApiCalls!: number;

  @ApiProperty({ type: 'integer', description: 'Processed calls.', example: 131 })
  totalCalls!: number;
}

/** The totals under the names they have in answers. */
export function totalsView({ minutes, instanceRuns, apiCalls, calls }: UsageTotals): UsageTotalsDto {
  return { totalMinutes: minutes, totalInstanceRuns: instanceRuns, totalApiCalls: apiCalls, totalCalls: calls };
}
