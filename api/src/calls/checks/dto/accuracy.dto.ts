import { ApiProperty } from '@nestjs/swagger';

import {
  CHECKS_FOR_A_FIGURE,
  type Accuracy,
  type AccuracyFigure,
  type AccuracyReport,
} from '@ringwell/domain/accuracy';
import {
  CHECKS_FOR_A_LIMIT,
  PREVIEWED_CALLS,
  REVIEW_LIMIT_SOURCES,
  REVIEW_TOLERANCES,
  type ReviewLimit,
  type ReviewLimitSource,
  type ReviewTolerance,
} from '@ringwell/domain/review-limit';
import { SENTIMENTS, type Sentiment } from '@ringwell/domain/sentiment';

class AccuracyFigureDto implements AccuracyFigure {
  @ApiProperty({ description: '0 to 1.', example: 0.92 })
  share!: number;

  @ApiProperty({ description: 'The share of all calls is from here, with a certainty of 95 %.', example: 0.8116 })
  low!: number;

  @ApiProperty({ description: 'To here.', example: 0.9685 })
  high!: number;
}

class AccuracyDto implements Accuracy {
  @ApiProperty({ description: 'Checked calls that had the right label.', example: 46 })
  right!: number;

  @ApiProperty({ description: 'Checked calls.', example: 50 })
  checked!: number;

  @ApiProperty({
    type: AccuracyFigureDto,
    nullable: true,
    description: `Null with fewer than ${CHECKS_FOR_A_FIGURE} checks.`,
  })
  figure!: AccuracyFigureDto | null;
}

class SentimentAccuracyDto extends AccuracyDto {
  @ApiProperty({ enum: SENTIMENTS, description: 'The label of the calls.', example: 'negative' })
  sentiment!: Sentiment;
}

class EngineAccuracyDto extends AccuracyDto {
  @ApiProperty({ example: 'local' })
  engine!: string;
}

class MonthAccuracyDto extends AccuracyDto {
  @ApiProperty({ description: 'Month of the calls, in the time zone of the account.', example: '2026-03' })
  month!: string;
}

class ReviewLimitDto implements ReviewLimit {
  @ApiProperty({ example: 'local' })
  engine!: string;

  @ApiProperty({ description: 'Labels with less confidence, from 0 to 1, read Needs a listen.', example: 0.83 })
  limit!: number;

  @ApiProperty({
    enum: REVIEW_LIMIT_SOURCES,
    description:
      'standard: a fixed limit. shipped: measured with invented calls. checks: by the checked calls. unreached: the ' +
      'checked calls were wrong more often, however sure the analyst was, so a stricter limit applies.',
    example: 'checks',
  })
  source!: ReviewLimitSource;

  @ApiProperty({
    description: `Checked calls of this analyst. They decide from ${CHECKS_FOR_A_LIMIT} on.`,
    example: 64,
  })
  checked!: number;
}

class ReviewChoiceDto {
  @ApiProperty({ enum: REVIEW_TOLERANCES, example: 'one_in_20' })
  tolerance!: ReviewTolerance;

  @ApiProperty({
    type: [ReviewLimitDto],
    description: 'For the analysts of the latest calls, that of the last call first.',
  })
  limits!: ReviewLimitDto[];

  @ApiProperty({ description: 'How many of the latest calls would read Needs a listen.', example: 33 })
  needsListen!: number;
}

export class ReviewDto {
  @ApiProperty({ enum: REVIEW_TOLERANCES, description: "The account's reviewTolerance.", example: 'one_in_20' })
  tolerance!: ReviewTolerance;

  @ApiProperty({ description: `The latest calls that were looked at, up to ${PREVIEWED_CALLS}.`, example: 200 })
  calls!: number;

  @ApiProperty({ type: [ReviewChoiceDto], description: 'What each choice would mean.' })
  choices!: ReviewChoiceDto[];
}

export class AccuracyReportDto implements AccuracyReport {
  @ApiProperty({ type: AccuracyDto, description: 'Of calls with a label, without those that read Needs a listen.' })
  overall!: AccuracyDto;

  @ApiProperty({ type: [SentimentAccuracyDto] })
  bySentiment!: SentimentAccuracyDto[];

  @ApiProperty({ type: [EngineAccuracyDto] })
  byEngine!: EngineAccuracyDto[];

  @ApiProperty({ type: [MonthAccuracyDto] })
  byMonth!: MonthAccuracyDto[];

  @ApiProperty({ type: AccuracyDto, description: 'Of the guesses for calls that read Needs a listen.' })
  needsListen!: AccuracyDto;

  @ApiProperty({
    description: 'Checked calls whose right label nobody could tell. They count nowhere else.',
    example: 2,
  })
  cantTell!: number;

  @ApiProperty({ description: 'Drawn calls that were skipped.', example: 1 })
  skipped!: number;

  @ApiProperty({ type: ReviewDto, description: 'When calls read Needs a listen.' })
  review!: ReviewDto;
}
