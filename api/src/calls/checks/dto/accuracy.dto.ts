import { ApiProperty } from '@nestjs/swagger';

import {
  MIN_CHECKS_FOR_ACCURACY,
  type Accuracy,
  type AccuracyFigure,
  type AccuracyReport,
} from '@ringwell/domain/calls/accuracy';
import {
  CHECKS_FOR_A_LIMIT,
  PREVIEWED_CALLS,
  REVIEW_LIMIT_SOURCES,
  REVIEW_TOLERANCES,
  type ReviewLimit,
  type ReviewLimitSource,
  type ReviewTolerance,
} from '@ringwell/domain/calls/review-limit';
import { SENTIMENTS, type Sentiment } from '@ringwell/domain/calls/sentiment';

import { ApiNullable } from '../../../http/response/nullable.decorator';

class AccuracyFigureDto implements AccuracyFigure {
  @ApiProperty({ description: '0 to 1.', example: 0.92 })
  share!: number;

  @ApiProperty({ description: 'Lower bound of the 95 % confidence interval.', example: 0.8116 })
  low!: number;

  @ApiProperty({ description: 'Upper bound of the 95 % confidence interval.', example: 0.9685 })
  high!: number;
}

class AccuracyDto implements Accuracy {
  @ApiProperty({ description: 'Number of checked calls that were labeled correctly.', example: 46 })
  right!: number;

  @ApiProperty({ description: 'Number of checked calls.', example: 50 })
  checked!: number;

  @ApiNullable(AccuracyFigureDto, { description: `Null with fewer than ${MIN_CHECKS_FOR_ACCURACY} checks.` })
  figure!: AccuracyFigureDto | null;
}

class SentimentAccuracyDto extends AccuracyDto {
  @ApiProperty({ enum: SENTIMENTS, description: 'Label of the calls.', example: 'negative' })
  sentiment!: Sentiment;
}

class EngineAccuracyDto extends AccuracyDto {
  @ApiProperty({ example: 'local' })
  engine!: string;
}

class MonthAccuracyDto extends AccuracyDto {
  @ApiProperty({ description: "Month of the calls, in the account's time zone.", example: '2026-03' })
  month!: string;
}

class ReviewLimitDto implements ReviewLimit {
  @ApiProperty({ example: 'local' })
  engine!: string;

  @ApiProperty({ description: 'Labels with a confidence below this value, from 0 to 1, need a listen.', example: 0.83 })
  limit!: number;

  @ApiProperty({
    enum: REVIEW_LIMIT_SOURCES,
    description:
      'standard: a fixed limit. shipped: measured with synthetic calls. checks: measured with the checked calls. unreached: the ' +
      'checked calls were wrong more often at every confidence, so a stricter limit applies.',
    example: 'checks',
  })
  source!: ReviewLimitSource;

  @ApiProperty({
    description: `Number of this analyst's checked calls. They determine the limit once there are ${CHECKS_FOR_A_LIMIT} or more.`,
    example: 64,
  })
  checked!: number;
}

class ReviewChoiceDto {
  @ApiProperty({ enum: REVIEW_TOLERANCES, example: 'one_in_20' })
  tolerance!: ReviewTolerance;

  @ApiProperty({
    type: [ReviewLimitDto],
    description: "One entry per analyst of the latest calls, starting with the last call's analyst.",
  })
  limits!: ReviewLimitDto[];

  @ApiProperty({ description: 'Number of the latest calls that would need a listen.', example: 33 })
  needsListen!: number;
}

export class ReviewDto {
  @ApiProperty({ enum: REVIEW_TOLERANCES, description: "The account's reviewTolerance.", example: 'one_in_20' })
  tolerance!: ReviewTolerance;

  @ApiProperty({ description: `Number of latest calls considered, up to ${PREVIEWED_CALLS}.`, example: 200 })
  calls!: number;

  @ApiProperty({ type: [ReviewChoiceDto], description: 'The effects of each choice.' })
  choices!: ReviewChoiceDto[];
}

export class AccuracyReportDto implements AccuracyReport {
  @ApiProperty({ type: AccuracyDto, description: 'Accuracy for calls with a label, except calls that need a listen.' })
  overall!: AccuracyDto;

  @ApiProperty({ type: [SentimentAccuracyDto] })
  bySentiment!: SentimentAccuracyDto[];

  @ApiProperty({ type: [EngineAccuracyDto] })
  byEngine!: EngineAccuracyDto[];

  @ApiProperty({ type: [MonthAccuracyDto] })
  byMonth!: MonthAccuracyDto[];

  @ApiProperty({ type: AccuracyDto, description: 'Accuracy of the guesses for calls that need a listen.' })
  needsListen!: AccuracyDto;

  @ApiProperty({
    description: "Checked calls without a clear correct label. They don't count toward the accuracy.",
    example: 2,
  })
  cantTell!: number;

  @ApiProperty({ description: 'Number of drawn calls that were skipped.', example: 1 })
  skipped!: number;

  @ApiProperty({ type: ReviewDto, description: 'The limits below which calls need a listen.' })
  review!: ReviewDto;
}
