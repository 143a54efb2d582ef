import { ApiProperty } from '@nestjs/swagger';

import { ApiNullable } from '../../http/response/nullable.decorator';

export class UsageRecordDto {
  @ApiProperty({ format: 'uuid', example: '0d9d3f7a-5f0e-4f3c-8f47-3b9c7d0a1e52' })
  id!: string;

  @ApiProperty({ format: 'uuid', example: '5f0c2a8e-7a2b-4d55-9a3e-0d6f1b7c9e21' })
  userId!: string;

  @ApiProperty({ example: 12.5 })
  minutes!: number;

  @ApiProperty({ type: 'integer', example: 1 })
  instanceRuns!: number;

  @ApiProperty({ type: 'integer', example: 3 })
  apiCalls!: number;

  @ApiProperty({ example: 'n8n' })
  source!: string;

  @ApiNullable('object', { additionalProperties: true, example: { workflow: 'call-summaries', execution: 4711 } })
  metadata!: Record<string, unknown> | null;

  @ApiProperty({ format: 'date-time', example: '2026-03-31T14:05:00.000Z' })
  recordedAt!: string;
}
