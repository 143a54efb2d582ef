import {
  MIN_CHECKS_FOR_ACCURACY,
  type Accuracy,
  type AccuracyFigure,
  type AccuracyReport,
} from '@ringwell/domain/calls/accuracy';
import {
  MIN_CHECKS_FOR_LIMIT,
  PREVIEW_CALL_COUNT,
  REVIEW_LIMIT_SOURCES,
  REVIEW_TOLERANCES,
  type ReviewLimit,
} from '@ringwell/domain/calls/review-limit';
import { SENTIMENTS } from '@ringwell/domain/calls/sentiment';

import { FieldsType, listOf, number, object, oneOf, text } from '../../../http/response/dto-fields';

class AccuracyFigureDto
  extends FieldsType({
    share: number({ description: '0 to 1.', example: 0.92 }),
    low: number({ description: 'Lower bound of the 95% confidence interval.', example: 0.8116 }),
    high: number({ description: 'Upper bound of the 95% confidence interval.', example: 0.9685 }),
  })
  implements AccuracyFigure {}

class AccuracyDto
  extends FieldsType({
    right: number({ description: 'Number of checked calls that were labeled correctly.', example: 46 }),
    checked: number({ description: 'Number of checked calls.', example: 50 }),
    figure: object(AccuracyFigureDto, {
      nullable: true,
      description: `Null with fewer than ${MIN_CHECKS_FOR_ACCURACY} checks.`,
    }),
  })
  implements Accuracy {}

class SentimentAccuracyDto extends FieldsType(AccuracyDto, {
  sentiment: oneOf(SENTIMENTS, { description: 'Label of the calls.', example: 'negative' }),
}) {}

class EngineAccuracyDto extends FieldsType(AccuracyDto, { engine: text({ example: 'local' }) }) {}

class MonthAccuracyDto extends FieldsType(AccuracyDto, {
  month: text({ description: "Month of the calls, in the account's time zone.", example: '2026-03' }),
}) {}

class ReviewLimitDto
  extends FieldsType({
    engine: text({ example: 'local' }),
    limit: number({
      description: 'Labels with a confidence below this value, from 0 to 1, need a listen.',
      example: 0.83,
    }),
    source: oneOf(REVIEW_LIMIT_SOURCES, {
      description:
        'standard: a fixed limit. shipped: derived from synthetic calls. checks: derived from the checked calls. ' +
        'unreached: labels of checked calls were wrong too often at every confidence level, so a stricter limit applies.',
      example: 'checks',
    }),
    checked: number({
      description: `Number of this analyst's checked calls. They determine the limit once there are ${MIN_CHECKS_FOR_LIMIT} or more.`,
      example: 64,
    }),
  })
  implements ReviewLimit {}

class ReviewChoiceDto extends FieldsType({
  tolerance: oneOf(REVIEW_TOLERANCES, { example: 'one_in_20' }),
  limits: listOf(ReviewLimitDto, {
    description: 'One entry for each analyst that labeled the latest calls, starting with the most recent one.',
  }),
  needsListen: number({ description: 'Number of the latest calls that would need a listen.', example: 33 }),
}) {}

export class ReviewDto extends FieldsType({
  tolerance: oneOf(REVIEW_TOLERANCES, { description: "The account's reviewTolerance.", example: 'one_in_20' }),
  calls: number({ description: `Number of recent calls considered, up to ${PREVIEW_CALL_COUNT}.`, example: 200 }),
  choices: listOf(ReviewChoiceDto, { description: 'The effects of each choice.' }),
}) {}

export class AccuracyReportDto
  extends FieldsType({
    overall: object(AccuracyDto, { description: 'Accuracy for calls with a label, except calls that need a listen.' }),
    bySentiment: listOf(SentimentAccuracyDto),
    byEngine: listOf(EngineAccuracyDto),
    byMonth: listOf(MonthAccuracyDto),
    needsListen: object(AccuracyDto, { description: 'Accuracy of the guesses for calls that need a listen.' }),
    cantTell: number({
      description: "Checked calls without a clear correct label. They don't count toward the accuracy.",
      example: 2,
    }),
    skipped: number({ description: 'Number of drawn calls that were skipped.', example: 1 }),
    review: object(ReviewDto, { description: 'The limits below which calls need a listen.' }),
  })
  implements AccuracyReport {}
