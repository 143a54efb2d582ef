import { ApiProperty, PickType } from '@nestjs/swagger';
import { IsIn } from 'class-validator';

import {
  CHECK_ANSWERS,
  CHECK_SKIP_REASONS,
  type CheckAnswer,
  type CheckSkipReason,
} from '@ringwell/domain/calls/accuracy';

import { boolean, dateTime, FieldsType, object, oneOf, text } from '../../../http/response/dto-fields';
import { OriginalLabelDto } from '../../dto/call-correction.dto';
import { FullCallDto } from '../../dto/full-call.dto';

const SKIP_REASONS = Object.keys(CHECK_SKIP_REASONS) as CheckSkipReason[];

/** Leaves out anything that reveals the label. */
export class DrawnCallDto extends FieldsType(
  PickType(FullCallDto, ['id', 'direction', 'from', 'to', 'customerName', 'durationSeconds', 'peaks'] as const),
  {
    startedAt: dateTime({
      description: 'When the call took place, or else when it was received.',
      example: '2026-03-31T14:05:00.000Z',
    }),
    audio: text({ description: 'The recording.', example: '/api/calls/7e7a2c1e-6a3f-4d0b-9a60-0b5c3b2d9f10/audio' }),
  },
) {}

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

export class CheckResultDto extends FieldsType({
  answer: oneOf(CHECK_ANSWERS, { example: 'neutral' }),
  original: object(OriginalLabelDto, { description: "The analyst's label." }),
  isRight: boolean({
    nullable: true,
    description: "Whether the analyst's label matches the answer. Null if you can't tell.",
    example: false,
  }),
  correctedAt: dateTime({
    nullable: true,
    description: "When the answer corrected the call's label. Null if no correction was needed.",
    example: '2026-03-31T15:20:08.412Z',
  }),
}) {}
