import { ApiProperty, PickType } from '@nestjs/swagger';

import { CallDto } from '../../calls/dto/call.dto';
import { ApiNullable } from '../../http/response/nullable.decorator';
import { DemoErrorDto, DemoResultDto } from './demo-upload.dto';

export const DEMO_PROGRESS = ['queued', 'transcribing', 'analysing', 'finished'] as const;
export type DemoProgress = (typeof DEMO_PROGRESS)[number];

export class DemoJobDto extends PickType(CallDto, ['id', 'state'] as const) {
  @ApiProperty({ enum: DEMO_PROGRESS, description: 'Current step.', example: 'finished' })
  progress!: DemoProgress;

  @ApiNullable(DemoResultDto, { description: 'Set once completed.' })
  result!: DemoResultDto | null;

  @ApiNullable(DemoErrorDto, { description: 'Set if the demo ended without a result.' })
  error!: DemoErrorDto | null;
}
