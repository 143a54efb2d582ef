import { ApiProperty, PickType } from '@nestjs/swagger';
import { IsIn } from 'class-validator';

import {
  CHECK_ANSWERS,
  CHECK_SKIP_REASONS,
  type CheckAnswer,
  type CheckSkipReason,
} from '@ringwell/domain/calls/accuracy';

import { ApiNullable } from '../../../http/response/nullable.decorator';
import { OriginalLabelDto } from '../../dto/call-correction.dto';
import { FullCallDto } from '../../dto/full-call.dto';

const SKIP_REASONS = Object.keys(CHECK_SKIP_REASONS) as CheckSkipReason[];

/** Leaves out anything that reveals the label. */
export class DrawnCallDto extends PickType(FullCallDto, [
  'id',
  'direction',
  'from',
  'to',
  'customerName',
  'durationSeconds',
  'peaks',
] as const) {
  @ApiProperty({
    format: 'date-time',
    description: 'When the call took place, or else when it was received.',
    example: '2026-03-31T14:05:00.000Z',
  })
  startedAt!: string;

  @ApiProperty({
    description: 'The recording.',
    example: '/api/calls/7e7a2c1e-6a3f-4d0b-9a60-0b5c3b2d9f10/audio',
  })
  audio!: string;
}

export class AnswerCheckDto {
  @ApiProperty({ enum: CHECK_ANSWERS, description: 'The correct label based on what you heard.', example: 'neutral' })
  @IsIn(CHECK_ANSWERS, { message: `Choose one of: ${CHECK_ANSWERS.join(', ')}.` })
  answer!: CheckAnswer;
}

export class SkipCheckDto {
  @ApiProperty({ enum: SKIP_REASONS, example: 'bad_audio' })
  @IsIn(SKIP_REASONS, { message: `Choose one of: ${SKIP_REASONS.join(', ')}.` })
  reason!: CheckSkipReason;
}

export class CheckResultDto {
  @ApiProperty({ enum: CHECK_ANSWERS, example: 'neutral' })
  answer!: CheckAnswer;

  @ApiProperty({ type: OriginalLabelDto, description: "The analyst's label." })
  original!: OriginalLabelDto;

  @ApiNullable(Boolean, {
    description: "Whether the analyst's label matches the answer. Null if you can't tell.",
    example: false,
  })
  isRight!: boolean | null;

  @ApiNullable('date-time', {
    description: "When the answer corrected the call's label; null if it did not.",
    example: '2026-03-31T15:20:08.412Z',
  })
  correctedAt!: string | null;
}
