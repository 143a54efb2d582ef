import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import { IsIn, IsISO8601, IsOptional } from 'class-validator';

import { REVIEW_REASONS, type ReviewReason } from '@ringwell/domain/calls/analysis';
import { CALL_LABEL_NAMES } from '@ringwell/domain/calls/call-label';
import { MAX_WHY_LENGTH, type LabelCorrection } from '@ringwell/domain/calls/label-correction';
import { SENTIMENT_LABELS, SENTIMENTS, type Sentiment } from '@ringwell/domain/calls/sentiment';

import { OptionalText } from '../../http/request/optional-text.decorator';
import { ApiNullable } from '../../http/response/nullable.decorator';

const REPLACES =
  'correctedAt of the correction that this replaces; omit it if the call has no correction. If the call was corrected in ' +
  'between, the response is 409.';

export class OriginalLabelDto {
  @ApiProperty({ enum: SENTIMENTS, description: 'A guess if needsReview.', example: 'negative' })
  sentiment!: Sentiment;

  @ApiProperty({ example: false })
  needsReview!: boolean;

  @ApiNullable(String, { enum: REVIEW_REASONS, example: null })
  reviewReason!: ReviewReason | null;

  @ApiProperty({ enum: Object.values(CALL_LABEL_NAMES), example: 'Negative' })
  label!: string;

  @ApiProperty({ description: "The analyst's confidence, from 0 to 1.", example: 0.91 })
  confidence!: number;
}

export class CallCorrectionDto implements LabelCorrection {
  @ApiProperty({ enum: SENTIMENTS, example: 'neutral' })
  sentiment!: Sentiment;

  @ApiProperty({ enum: Object.values(SENTIMENT_LABELS), example: 'Neutral' })
  label!: string;

  @ApiNullable(String, { example: 'She was only asking about the invoice.' })
  why!: string | null;

  @ApiNullable(String, {
    description: 'Name or email of the user. Null once the user is deleted.',
    example: 'Dana Reyes',
  })
  correctedBy!: string | null;

  @ApiProperty({ format: 'date-time', example: '2026-03-31T15:20:08.412Z' })
  correctedAt!: string;

  @ApiProperty({ type: OriginalLabelDto, description: "The analyst's label." })
  original!: OriginalLabelDto;
}

export class CorrectLabelDto {
  @ApiProperty({ enum: SENTIMENTS, description: 'The right label.', example: 'neutral' })
  @IsIn(SENTIMENTS, { message: `This must be ${SENTIMENTS.slice(0, -1).join(', ')} or ${String(SENTIMENTS.at(-1))}.` })
  sentiment!: Sentiment;

  @ApiPropertyOptional({
    type: String,
    nullable: true,
    maxLength: MAX_WHY_LENGTH,
    example: 'She was only asking about the invoice.',
  })
  @OptionalText(MAX_WHY_LENGTH)
  why?: string | null;

  @ApiPropertyOptional({ type: String, format: 'date-time', nullable: true, description: REPLACES, example: null })
  @IsOptional()
  @IsReplaced()
  replaces?: string | null;
}

export class UndoCorrectionDto {
  @ApiPropertyOptional({
    format: 'date-time',
    description:
      'correctedAt of the correction to undo. If the call has been corrected again since, the response is 409. ' +
      'If omitted, any correction is undone.',
    example: '2026-03-31T15:20:08.412Z',
  })
  @IsOptional()
  @IsReplaced()
  replaces?: string;
}

function IsReplaced(): PropertyDecorator {
  return IsISO8601({ strict: true }, { message: 'Send correctedAt exactly as the response returned it.' });
}
