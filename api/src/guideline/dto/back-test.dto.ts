import { MAX_BACK_TEST_CALLS, MAX_BACK_TEST_CHECKS } from '@ringwell/domain/accounts/guideline';
import type { Accuracy, AccuracyFigure } from '@ringwell/domain/calls/accuracy';
import { MAX_LISTED_CHANGES } from '@ringwell/domain/calls/back-test';
import { CALL_DIRECTIONS } from '@ringwell/domain/calls/call';
import { CALL_LABELS, type CallLabel } from '@ringwell/domain/calls/call-label';

import {
  boolean,
  dateTime,
  FieldsType,
  listOf,
  number,
  object,
  oneOf,
  text,
  uuid,
} from '../../http/response/dto-fields';

class LabelCountsDto
  extends FieldsType({
    positive: number({ example: 61 }),
    neutral: number({ example: 104 }),
    negative: number({ example: 23 }),
    needs_review: number({ description: 'Number of calls that need a listen.', example: 12 }),
  })
  implements Record<CallLabel, number> {}

class LabelChangeDto extends FieldsType({
  from: oneOf(CALL_LABELS, { example: 'neutral' }),
  to: oneOf(CALL_LABELS, { example: 'negative' }),
  count: number({ example: 6 }),
}) {}

class ReplayedLabelsDto extends FieldsType({
  calls: number({ description: 'Number of replayed calls.', example: 200 }),
  withoutTranscript: number({
    description: 'Number of calls that could not be replayed because their transcripts were deleted.',
    example: 0,
  }),
  before: object(LabelCountsDto, { description: 'Labels under the current rules.' }),
  after: object(LabelCountsDto, { description: "Labels under the draft's rules." }),
  changed: number({ description: 'Number of calls whose label differs.', example: 6 }),
  changes: listOf(LabelChangeDto, { description: 'Most frequent change first.' }),
}) {}

class ReplayedFollowUpsDto extends FieldsType({
  before: number({ description: 'Number of calls to follow up on under the current rules.', example: 41 }),
  after: number({ description: 'Number of calls to follow up on under the draft.', example: 46 }),
  opened: number({ description: 'Number of calls to follow up on only under the draft.', example: 5 }),
}) {}

class ReplayedShareDto
  extends FieldsType({
    share: number({ description: '0 to 1.', example: 0.86 }),
    low: number({ description: 'Lower bound of the 95% confidence interval.', example: 0.738 }),
    high: number({ description: 'Upper bound of the 95% confidence interval.', example: 0.931 }),
  })
  implements AccuracyFigure {}

class ReplayedAccuracyDto
  extends FieldsType({
    right: number({ description: 'Number of checked calls that were labeled correctly.', example: 43 }),
    checked: number({ description: 'Number of checked calls with a label.', example: 50 }),
    figure: object(ReplayedShareDto, { nullable: true, description: 'Null if too few calls were checked.' }),
  })
  implements Accuracy {}

class RecentCallsReplayDto extends FieldsType(ReplayedLabelsDto, { followUps: object(ReplayedFollowUpsDto) }) {}

class CheckedCallsReplayDto extends FieldsType(ReplayedLabelsDto, {
  accuracyBefore: object(ReplayedAccuracyDto, {
    description: 'Accuracy under the current rules. Calls that need a listen are not counted.',
  }),
  accuracyAfter: object(ReplayedAccuracyDto, {
    description: "Accuracy under the draft's rules. Calls that need a listen are not counted.",
  }),
  fixed: number({ description: 'Number of calls whose label becomes correct.', example: 4 }),
  broken: number({ description: 'Number of calls whose label becomes wrong.', example: 1 }),
}) {}

class ReplayedCallDto extends FieldsType({
  id: uuid({ example: '7e7a2c1e-6a3f-4d0b-9a60-0b5c3b2d9f10' }),
  startedAt: dateTime({ example: '2026-03-31T14:05:00.000Z' }),
  direction: oneOf(CALL_DIRECTIONS, { nullable: true, example: 'inbound' }),
  customerName: text({ nullable: true, example: 'Dana Reyes' }),
  phone: text({ nullable: true, description: "The customer's number.", example: '+15551234567' }),
  from: oneOf(CALL_LABELS, { example: 'neutral' }),
  to: oneOf(CALL_LABELS, { example: 'negative' }),
  opensFollowUp: boolean({ description: 'Whether only the draft requires calling the customer back.', example: true }),
  rule: text({
    nullable: true,
    description:
      "The draft's phrase or topic that changes the label or opens the follow-up. Null if a removed rule causes the change.",
    example: 'cancel my membership',
  }),
  quote: text({ nullable: true, example: 'I want to cancel my membership.' }),
  startMs: number({
    nullable: true,
    description: 'Position of the phrase in the recording, in milliseconds.',
    example: 64_200,
  }),
}) {}

export class BackTestDto extends FieldsType({
  recent: object(RecentCallsReplayDto, {
    description: `Results for the latest calls, up to ${MAX_BACK_TEST_CALLS}. Corrected calls keep their label.`,
  }),
  checked: object(CheckedCallsReplayDto, {
    description: `Results for the latest ${MAX_BACK_TEST_CHECKS.toLocaleString('en')} checked calls, whether or not they were corrected.`,
  }),
  changedCalls: listOf(ReplayedCallDto, { description: `Latest first, up to ${MAX_LISTED_CHANGES}.` }),
  changedCallCount: number({ description: 'Total number of calls whose label or follow-up changes.', example: 6 }),
}) {}
