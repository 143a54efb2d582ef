import type { UsageTotals } from '@ringwell/database/billing/usage-reports.repository';

import { FieldsType, integer, number } from '../../http/response/dto-fields';

export class UsageTotalsDto extends FieldsType({
  totalMinutes: number({ description: 'Minutes of processed calls plus posted usage.', example: 412.75 }),
  totalInstanceRuns: integer({ example: 131 }),
  totalApiCalls: integer({
    description: 'Number of requests with a bearer token, counted with a delay of a few seconds, plus posted usage.',
    example: 1860,
  }),
  totalCalls: integer({ description: 'Processed calls.', example: 131 }),
}) {}

export function totalsView({ minutes, instanceRuns, apiCalls, calls }: UsageTotals): UsageTotalsDto {
  return { totalMinutes: minutes, totalInstanceRuns: instanceRuns, totalApiCalls: apiCalls, totalCalls: calls };
}
