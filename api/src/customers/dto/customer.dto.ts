import { CALL_LABELS, type CallLabel } from '@ringwell/domain/calls/call-label';
import { CUSTOMER_RISK_KINDS, PROMISE_STATES } from '@ringwell/domain/customers/customer';

import { boolean, dateTime, FieldsType, listOf, number, oneOf, text, uuid } from '../../http/response/dto-fields';

class CustomerRiskDto extends FieldsType({
  kind: oneOf(CUSTOMER_RISK_KINDS, {
    description:
      'promise_overdue: the office has not kept a promise. unhappy_twice: two or more Negative calls in 30 days. ' +
      'turned_unhappy: the latest judged call is Negative, and an earlier one in the last 180 days was Positive. ' +
      'many_calls: the customer called three or more times in 7 days, with a Negative call in 30 days.',
    example: 'unhappy_twice',
  }),
  at: dateTime({
    description: 'When the latest of the calls took place, or when the promise was due.',
    example: '2026-03-31T14:05:00.000Z',
  }),
  calls: number({ description: 'Number of calls that cause the risk; 0 for a promise.', example: 2 }),
}) {}

export class CustomerDto extends FieldsType({
  id: uuid({ example: 'b1d8f8f4-3f0a-4b87-8b53-6b6f5f1c2a10' }),
  name: text({ nullable: true, example: 'Dana Reyes' }),
  isNameCorrected: boolean({
    description: "Whether a member entered the name. If so, calls don't overwrite it.",
    example: false,
  }),
  phones: listOf(String, { example: ['+15551234567'] }),
  references: listOf(String, { description: 'IDs from the sender, for calls without a number.', example: ['4711'] }),
  lastCalledAt: dateTime({ nullable: true, example: '2026-03-31T14:05:00.000Z' }),
  recentCalls: number({ description: 'Number of calls in the last 90 days, up to 500.', example: 3 }),
  label: text({
    nullable: true,
    description: 'Label of the latest call, not counting calls whose label is only a guess.',
    example: 'Negative',
  }),
  risks: listOf(CustomerRiskDto, { description: 'Why you might lose the customer.' }),
  followUpId: uuid({
    nullable: true,
    description: 'The waiting follow-up.',
    example: '3d1c5a52-4b2e-4a6c-9a54-0f0d7a3b1c22',
  }),
  snoozedUntil: dateTime({ nullable: true, description: 'When the snoozed follow-up reappears.', example: null }),
}) {}

class CustomerMonthDto extends FieldsType({
  month: text({ example: '2026-03' }),
  positive: number({ example: 2 }),
  neutral: number({ example: 1 }),
  negative: number({ example: 1 }),
  needsReview: number({ description: 'Number of calls whose label is only a guess.', example: 0 }),
}) {}

class CustomerPromiseDto extends FieldsType({
  followUpId: uuid({ example: '3d1c5a52-4b2e-4a6c-9a54-0f0d7a3b1c22' }),
  callId: uuid({ example: '7e7a2c1e-6a3f-4d0b-9a60-0b5c3b2d9f10' }),
  what: text({
    nullable: true,
    description: 'What was promised, if the call mentions it.',
    example: 'Send the quote.',
  }),
  promisedAt: dateTime({ example: '2026-03-31T14:05:00.000Z' }),
  dueAt: dateTime({ example: '2026-04-01T21:00:00.000Z' }),
  state: oneOf(PROMISE_STATES, {
    description: 'late: kept after dueAt. broken: not kept or overdue.',
    example: 'kept',
  }),
}) {}

class CustomerNoteDto extends FieldsType({
  id: uuid({ example: 'f2a7a6d4-6f3e-4a86-8a4e-1f0a5b6c7d88' }),
  at: dateTime({ example: '2026-03-31T14:20:00.000Z' }),
  actor: text({ nullable: true, example: 'Paul Ruiz' }),
  note: text({ example: 'Left a message with his wife.' }),
  followUpId: uuid({ example: '3d1c5a52-4b2e-4a6c-9a54-0f0d7a3b1c22' }),
}) {}

export class CustomerDetailsDto extends FieldsType(CustomerDto, {
  months: listOf(CustomerMonthDto, { description: 'Calls by label in the last 12 months, earliest month first.' }),
  promises: listOf(CustomerPromiseDto, { description: 'The latest 20 promises, newest first.' }),
  notes: listOf(CustomerNoteDto, { description: "The latest 50 notes in the customer's follow-ups, newest first." }),
}) {}

export class CustomerPageDto extends FieldsType({
  customers: listOf(CustomerDto),
  nextCursor: text({ nullable: true, description: 'Null on the last page.', example: null }),
}) {}

/** The field of `CustomerMonthDto` that counts each label. */
export const LABEL_FIELDS = {
  positive: 'positive',
  neutral: 'neutral',
  negative: 'negative',
  needs_review: 'needsReview',
} as const satisfies Record<(typeof CALL_LABELS)[number], Exclude<keyof CustomerMonthDto, 'month'>>;

export type LabelCounts = Record<(typeof LABEL_FIELDS)[CallLabel], number>;
