import { ApiProperty } from '@nestjs/swagger';

import { CALL_LABELS, type CallLabel } from '@ringwell/domain/calls/call-label';
import {
  CUSTOMER_RISK_KINDS,
  PROMISE_STATES,
  type CustomerRiskKind,
  type PromiseState,
} from '@ringwell/domain/customers/customer';

import { ApiNullable } from '../../http/response/nullable.decorator';

class CustomerRiskDto {
  @ApiProperty({
    enum: CUSTOMER_RISK_KINDS,
    description:
      'promise_overdue: the office has not kept a promise. unhappy_twice: two or more Negative calls in 30 days. ' +
      'turned_unhappy: the latest judged call is Negative, and an earlier one in the last 180 days was Positive. ' +
      'many_calls: the customer called three or more times in 7 days.',
    example: 'unhappy_twice',
  })
  kind!: CustomerRiskKind;

  @ApiProperty({
    format: 'date-time',
    description: 'When the latest of the calls took place, or when the promise was due.',
    example: '2026-03-31T14:05:00.000Z',
  })
  at!: string;

  @ApiProperty({ description: 'Number of calls that cause the risk; 0 for a promise.', example: 2 })
  calls!: number;
}

export class CustomerDto {
  @ApiProperty({ format: 'uuid', example: 'b1d8f8f4-3f0a-4b87-8b53-6b6f5f1c2a10' })
  id!: string;

  @ApiNullable(String, { example: 'Dana Reyes' })
  name!: string | null;

  @ApiProperty({ description: "Whether a member entered the name. Calls don't overwrite it.", example: false })
  isNameCorrected!: boolean;

  @ApiProperty({ type: [String], example: ['+15551234567'] })
  phones!: string[];

  @ApiProperty({
    type: [String],
    description: 'IDs from the sender, for calls without a number.',
    example: ['4711'],
  })
  references!: string[];

  @ApiNullable('date-time', { example: '2026-03-31T14:05:00.000Z' })
  lastCalledAt!: string | null;

  @ApiProperty({ description: 'Number of calls in the last 90 days, up to 500.', example: 3 })
  recentCalls!: number;

  @ApiNullable(String, {
    description: 'Label of the latest call whose label is not only a guess.',
    example: 'Negative',
  })
  label!: string | null;

  @ApiProperty({ type: [CustomerRiskDto], description: 'Why you might lose the customer.' })
  risks!: CustomerRiskDto[];

  @ApiNullable('uuid', { description: 'The waiting follow-up.', example: '3d1c5a52-4b2e-4a6c-9a54-0f0d7a3b1c22' })
  followUpId!: string | null;

  @ApiNullable('date-time', { description: 'When the snoozed follow-up reappears.', example: null })
  snoozedUntil!: string | null;
}

class CustomerMonthDto {
  @ApiProperty({ example: '2026-03' })
  month!: string;

  @ApiProperty({ example: 2 })
  positive!: number;

  @ApiProperty({ example: 1 })
  neutral!: number;

  @ApiProperty({ example: 1 })
  negative!: number;

  @ApiProperty({ description: 'Number of calls whose label is only a guess.', example: 0 })
  needsReview!: number;
}

class CustomerPromiseDto {
  @ApiProperty({ format: 'uuid', example: '3d1c5a52-4b2e-4a6c-9a54-0f0d7a3b1c22' })
  followUpId!: string;

  @ApiProperty({ format: 'uuid', example: '7e7a2c1e-6a3f-4d0b-9a60-0b5c3b2d9f10' })
  callId!: string;

  @ApiNullable(String, { description: 'The promise, if the call contains its words.', example: 'Send the quote.' })
  what!: string | null;

  @ApiProperty({ format: 'date-time', example: '2026-03-31T14:05:00.000Z' })
  promisedAt!: string;

  @ApiProperty({ format: 'date-time', example: '2026-04-01T21:00:00.000Z' })
  dueAt!: string;

  @ApiProperty({
    enum: PROMISE_STATES,
    description: 'late: kept after dueAt. broken: not kept or overdue.',
    example: 'kept',
  })
  state!: PromiseState;
}

class CustomerNoteDto {
  @ApiProperty({ format: 'uuid', example: 'f2a7a6d4-6f3e-4a86-8a4e-1f0a5b6c7d88' })
  id!: string;

  @ApiProperty({ format: 'date-time', example: '2026-03-31T14:20:00.000Z' })
  at!: string;

  @ApiNullable(String, { example: 'Paul Ruiz' })
  actor!: string | null;

  @ApiProperty({ example: 'Left a message with his wife.' })
  note!: string;

  @ApiProperty({ format: 'uuid', example: '3d1c5a52-4b2e-4a6c-9a54-0f0d7a3b1c22' })
  followUpId!: string;
}

export class CustomerDetailsDto extends CustomerDto {
  @ApiProperty({
    type: [CustomerMonthDto],
    description: 'Labels of the calls in the last 12 months, earliest month first.',
  })
  months!: CustomerMonthDto[];

  @ApiProperty({ type: [CustomerPromiseDto], description: 'The latest 20 promises, latest first.' })
  promises!: CustomerPromiseDto[];

  @ApiProperty({
    type: [CustomerNoteDto],
    description: "The latest 50 notes in the customer's follow-ups, latest first.",
  })
  notes!: CustomerNoteDto[];
}

export class CustomerPageDto {
  @ApiProperty({ type: [CustomerDto] })
  customers!: CustomerDto[];

  @ApiNullable(String, { description: 'Null on the last page.', example: null })
  nextCursor!: string | null;
}

/** The field of `CustomerMonthDto` that counts each label. */
export const LABEL_FIELDS = {
  positive: 'positive',
  neutral: 'neutral',
  negative: 'negative',
  needs_review: 'needsReview',
} as const satisfies Record<(typeof CALL_LABELS)[number], Exclude<keyof CustomerMonthDto, 'month'>>;

export type LabelCounts = Record<(typeof LABEL_FIELDS)[CallLabel], number>;
