import { ApiProperty } from '@nestjs/swagger';
import { IsIn } from 'class-validator';

import {
  CHECK_ANSWERS,
  CHECK_SKIP_REASONS,
  type CheckAnswer,
  type CheckSkipReason,
} from '@ringwell/domain/calls/accuracy';
import { CALL_DIRECTIONS, type CallDirection } from '@ringwell/domain/calls/call';

import { ApiNullable } from '../../../http/response/nullable.decorator';
import { OriginalLabelDto } from '../../dto/call-correction.dto';

const SKIP_REASONS = Object.keys(CHECK_SKIP_REASONS) as CheckSkipReason[];

/** Excludes anything that reveals the label. */
export class DrawnCallDto {
  @ApiProperty({ format: 'uuid', example: '7e7a2c1e-6a3f-4d0b-9a60-0b5c3b2d9f10' })
  id!: string;

  @ApiNullable(String, { enum: CALL_DIRECTIONS, example: 'inbound' })
  direction!: CallDirection | null;

  @ApiNullable(String, { example: '+15551234567' })
  from!: string | null;

  @ApiNullable(String, { example: '+15557654321' })
  to!: string | null;

  @ApiNullable(String, { example: 'Dana Reyes' })
  customerName!: string | null;

  @ApiProperty({
    format: 'date-time',
    description: 'When the call took place, or else when it was received.',
    example: '2026-03-31T14:05:00.000Z',
  })
  startedAt!: string;

  @ApiNullable(Number, { description: 'Length of the recording.', example: 94.2 })
  durationSeconds!: number | null;

  @ApiNullable([Number], { description: 'Waveform for the player: loudness from 0 to 100.', example: [4, 38, 61, 17] })
  peaks!: number[] | null;

  @ApiProperty({
    description: 'The recording.',
    example: '/api/calls/7e7a2c1e-6a3f-4d0b-9a60-0b5c3b2d9f10/audio',
  })
  audio!: string;
}

export class AnswerCheckDto {
  @ApiProperty({ enum: CHECK_ANSWERS, description: 'The right label according to what you heard.', example: 'neutral' })
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
    description: "Whether the analyst's label matches the answer. Null if you cannot tell.",
    example: false,
  })
  isRight!: boolean | null;

  @ApiNullable('date-time', {
    description: 'When the answer corrected the label of the call; null if it did not.',
    example: '2026-03-31T15:20:08.412Z',
  })
  correctedAt!: string | null;
}
