import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import { IsIn, IsISO8601, IsOptional } from 'class-validator';

import { REVIEW_REASONS } from '@ringwell/domain/calls/analysis';
import { CALL_LABEL_NAMES } from '@ringwell/domain/calls/call-label';
import { MAX_REASON_LENGTH, type LabelCorrection } from '@ringwell/domain/calls/label-correction';
import { SENTIMENT_LABELS, SENTIMENTS, type Sentiment } from '@ringwell/domain/calls/sentiment';

import { OptionalText } from '../../http/request/optional-text.decorator';
import { boolean, dateTime, FieldsType, number, object, oneOf, text } from '../../http/response/dto-fields';

const REPLACES =
  'correctedAt of the correction that this replaces. Omit it if the call has no correction. If the call has been ' +
  'corrected since then, the response is 409.';

export class OriginalLabelDto extends FieldsType({
  sentiment: oneOf(SENTIMENTS, { description: 'A guess if needsReview is true.', example: 'negative' }),
  needsReview: boolean({ example: false }),
  reviewReason: oneOf(REVIEW_REASONS, { nullable: true, example: null }),
  label: oneOf(Object.values(CALL_LABEL_NAMES), { example: 'Negative' }),
  confidence: number({ description: "The analyst's confidence, from 0 to 1.", example: 0.91 }),
}) {}

export class CallCorrectionDto
  extends FieldsType({
    sentiment: oneOf(SENTIMENTS, { example: 'neutral' }),
    label: oneOf(Object.values(SENTIMENT_LABELS), { example: 'Neutral' }),
    why: text({ nullable: true, example: 'She was only asking about the invoice.' }),
    correctedBy: text({
      nullable: true,
      description: 'Name or email of the user. Null once the user is deleted.',
      example: 'Dana Reyes',
    }),
    correctedAt: dateTime({ example: '2026-03-31T15:20:08.412Z' }),
    original: object(OriginalLabelDto, { description: "The analyst's label." }),
  })
  implements LabelCorrection {}

export class CorrectLabelDto {
  @ApiProperty({ enum: SENTIMENTS, description: 'The correct label.', example: 'neutral' })
  @IsIn(SENTIMENTS, { message: `This must be ${SENTIMENTS.slice(0, -1).join(', ')} or ${String(SENTIMENTS.at(-1))}.` })
  sentiment!: Sentiment;

  @OptionalText(MAX_REASON_LENGTH, { nullable: true, example: 'She was only asking about the invoice.' })
  why?: string | null;

  @ApiPropertyOptional({ type: String, format: 'date-time', nullable: true, description: REPLACES, example: null })
  @IsOptional()
  @IsCorrectionTime()
  replaces?: string | null;
}

export class UndoCorrectionDto {
  // An empty parameter would undo any correction.
  static readonly checksEmptyParameters = true;

  @ApiPropertyOptional({
    format: 'date-time',
    description:
      'correctedAt of the correction to undo. If the call has been corrected again since then, the response is 409. ' +
      'If omitted, any correction is undone.',
    example: '2026-03-31T15:20:08.412Z',
  })
  @IsOptional()
  @IsCorrectionTime()
  replaces?: string;
}

function IsCorrectionTime(): PropertyDecorator {
  return IsISO8601({ strict: true }, { message: 'Send correctedAt exactly as the response returned it.' });
}
