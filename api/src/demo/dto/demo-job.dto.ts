import { ApiProperty } from '@nestjs/swagger';

import { CALL_STATES, type CallState } from '@ringwell/domain/calls/call';

import { ApiNullable } from '../../http/response/nullable.decorator';
import { DemoErrorDto, DemoResultDto } from './demo-upload.dto';

export const DEMO_PROGRESS = ['queued', 'transcribing', 'analysing', 'finished'] as const;
export type DemoProgress = (typeof DEMO_PROGRESS)[number];

export class DemoJobDto {
  @ApiProperty({ format: 'uuid', example: '7e7a2c1e-6a3f-4d0b-9a60-0b5c3b2d9f10' })
  id!: string;

  @ApiProperty({
    enum: CALL_STATES,
    description: 'completed, skipped, failed and timed_out are final.',
    example: 'completed',
  })
  state!: CallState;

  @ApiProperty({ enum: DEMO_PROGRESS, description: 'Current step.', example: 'finished' })
  progress!: DemoProgress;

  @ApiNullable(DemoResultDto, { description: 'Set once completed.' })
  result!: DemoResultDto | null;

  @ApiNullable(DemoErrorDto, { description: 'Set if the demo ended without a result.' })
  error!: DemoErrorDto | null;
}
