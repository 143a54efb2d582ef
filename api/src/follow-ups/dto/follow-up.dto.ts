import { ApiProperty } from '@nestjs/swagger';

import { CALL_DIRECTIONS, type CallDirection } from '@ringwell/domain/calls/call';
import {
  FOLLOW_UP_EVENTS,
  FOLLOW_UP_KINDS,
  FOLLOW_UP_OUTCOMES,
  FOLLOW_UP_SECTIONS,
  FOLLOW_UP_STATES,
  type FollowUpEventType,
  type FollowUpKind,
  type FollowUpOutcome,
  type FollowUpSection,
  type FollowUpState,
} from '@ringwell/domain/follow-ups/follow-up';

import { ApiNullable } from '../../http/response/nullable.decorator';

class FollowUpCustomerDto {
  @ApiNullable('uuid', {
    description: 'Null if nothing identifies the customer, such as for a withheld number.',
    example: 'b1d8f8f4-3f0a-4b87-8b53-6b6f5f1c2a10',
  })
  id!: string | null;

  @ApiNullable(String, { example: 'Dana Reyes' })
  name!: string | null;

  @ApiNullable(String, { example: '+15551234567' })
  phone!: string | null;

  @ApiNullable(String, { description: "The sender's ID for a customer whose number is unknown.", example: null })
  reference!: string | null;
}

class FollowUpAssigneeDto {
  @ApiProperty({ format: 'uuid', description: 'User ID.', example: '5f0c2a8e-7a2b-4d55-9a3e-0d6f1b7c9e21' })
  id!: string;

  @ApiProperty({ description: 'The email address if the member has no name.', example: 'Paul Ruiz' })
  name!: string;
}

class FollowUpQuoteDto {
  @ApiProperty({ description: 'The words recognized in the call.', example: 'I have been waiting since eight.' })
  text!: string;

  @ApiProperty({ description: 'Position in the recording in milliseconds.', example: 41_200 })
  startMs!: number;
}

class FollowUpPromiseDto extends FollowUpQuoteDto {
  @ApiNullable(Boolean, {
    description: 'Whether a user has confirmed the promise; false if denied. Null until a user does either.',
    example: null,
  })
  isConfirmed!: boolean | null;
}

class FollowUpBroughtDto {
  @ApiProperty({ type: 'integer', description: 'US cents.', example: 42_000 })
  cents!: number;

  @ApiProperty({
    description: "Whether the value is the account's averageTicketDollars, because the job's total is unknown.",
    example: false,
  })
  isEstimate!: boolean;

  @ApiNullable(String, { description: 'The job in ServiceTitan, once found.', example: '4711' })
  jobId!: string | null;
}

export class FollowUpDto {
  @ApiProperty({ format: 'uuid', example: '3d1c5a52-4b2e-4a6c-9a54-0f0d7a3b1c22' })
  id!: string;

  @ApiProperty({ enum: FOLLOW_UP_KINDS, description: 'The most pressing kind among its calls.', example: 'unhappy' })
  kind!: FollowUpKind;

  @ApiProperty({
    enum: FOLLOW_UP_SECTIONS,
    nullable: true,
    description:
      'Only in the list of waiting follow-ups. today: in danger, or called or became due since the office last closed. later: due ' +
      'after today. older: all other waiting follow-ups.',
    example: 'today',
  })
  section!: FollowUpSection | null;

  @ApiProperty({
    description: 'Whether the words of one of its calls suggest that someone may be in danger.',
    example: false,
  })
  isDanger!: boolean;

  @ApiProperty({
    description: "Number of unanswered callbacks since the customer's last call. The next attempt is at snoozedUntil.",
    example: 0,
  })
  tries!: number;

  @ApiProperty({ enum: FOLLOW_UP_STATES, example: 'open' })
  state!: FollowUpState;

  @ApiProperty({
    enum: FOLLOW_UP_OUTCOMES,
    nullable: true,
    description: 'Set once the follow-up is done.',
    example: null,
  })
  outcome!: FollowUpOutcome | null;

  @ApiNullable(FollowUpBroughtDto, { description: 'The value of a lead that was won back. Null if it is unknown.' })
  brought!: FollowUpBroughtDto | null;

  @ApiProperty({ format: 'date-time', example: '2026-03-31T15:10:00.000Z' })
  dueAt!: string;

  @ApiProperty({ description: 'Whether dueAt was promised in the call.', example: false })
  isPromisedTime!: boolean;

  @ApiProperty({
    description: 'Whether the customer is still waiting after dueAt. False while the follow-up is snoozed.',
    example: false,
  })
  isOverdue!: boolean;

  @ApiNullable('date-time', { example: null })
  snoozedUntil!: string | null;

  @ApiProperty({
    format: 'date-time',
    description: 'When the first call took place.',
    example: '2026-03-31T14:05:00.000Z',
  })
  openedAt!: string;

  @ApiProperty({ format: 'date-time', example: '2026-03-31T14:07:02.000Z' })
  updatedAt!: string;

  @ApiNullable('date-time', { example: null })
  closedAt!: string | null;

  @ApiNullable('date-time', { description: 'When the customer was reached.', example: null })
  calledBackAt!: string | null;

  @ApiNullable('uuid', { description: 'The later call that settled the follow-up.', example: null })
  closedByCallId!: string | null;

  @ApiProperty({ description: 'Send it with a change, which is rejected if someone else made one first.', example: 1 })
  version!: number;

  @ApiProperty({ description: "Number of the customer's calls in the follow-up.", example: 3 })
  callCount!: number;

  @ApiNullable('date-time', { example: '2026-03-27T09:12:00.000Z' })
  firstCalledAt!: string | null;

  @ApiProperty({
    format: 'uuid',
    description: 'The deciding call.',
    example: '7e7a2c1e-6a3f-4d0b-9a60-0b5c3b2d9f10',
  })
  callId!: string;

  @ApiNullable(String, { description: 'Agent of that call.', example: 'Negative' })
  label!: string | null;

  @ApiProperty({ type: FollowUpCustomerDto })
  customer!: FollowUpCustomerDto;

  @ApiNullable(FollowUpAssigneeDto, { description: 'The assigned user.' })
  assignee!: FollowUpAssigneeDto | null;

  @ApiNullable(String, {
    description: 'Name or address of someone without a user account who took it through a link in a message.',
    example: null,
  })
  takenBy!: string | null;

  @ApiProperty({
    description: 'What to do, on one line.',
    example: 'Call Dana Reyes back about the missed visit',
  })
  why!: string;

  @ApiNullable(FollowUpQuoteDto)
  quote!: FollowUpQuoteDto | null;

  @ApiNullable(FollowUpPromiseDto, {
    description: "The company's promise in its own words, if any. Null once the transcript is deleted.",
  })
  promise!: FollowUpPromiseDto | null;
}

class FollowUpEventDto {
  @ApiProperty({ format: 'uuid', example: 'f2a7a6d4-6f3e-4a86-8a4e-1f0a5b6c7d88' })
  id!: string;

  @ApiProperty({
    format: 'date-time',
    description: 'For a call, when it took place.',
    example: '2026-03-31T14:20:00.000Z',
  })
  at!: string;

  @ApiProperty({ enum: FOLLOW_UP_EVENTS, example: 'taken' })
  type!: FollowUpEventType;

  @ApiNullable(String, {
    description: 'Null for automatic entries.',
    example: 'Paul Ruiz',
  })
  actor!: string | null;

  @ApiProperty({ enum: FOLLOW_UP_OUTCOMES, nullable: true, example: null })
  outcome!: FollowUpOutcome | null;

  @ApiNullable(String, { description: "`assigned`: the assignee's name. `corrected`: the right label.", example: null })
  note!: string | null;

  @ApiNullable('date-time', { description: 'Set for `snoozed`, and for `called` without an answer.', example: null })
  until!: string | null;

  @ApiNullable('uuid', {
    description: 'The call that caused the event. For `reopened` with an actor, the call that no longer closes it.',
    example: null,
  })
  callId!: string | null;
}

class FollowUpCallDto {
  @ApiProperty({ format: 'uuid', example: '7e7a2c1e-6a3f-4d0b-9a60-0b5c3b2d9f10' })
  id!: string;

  @ApiProperty({ format: 'date-time', example: '2026-03-31T14:05:00.000Z' })
  startedAt!: string;

  @ApiProperty({ enum: CALL_DIRECTIONS, nullable: true, example: 'inbound' })
  direction!: CallDirection | null;

  @ApiNullable(Number, { example: 252.4 })
  durationSeconds!: number | null;

  @ApiNullable(String, { description: 'Null without a result.', example: 'Negative' })
  label!: string | null;

  @ApiNullable(String, { example: 'The technician did not show up. He wants a call today.' })
  summary!: string | null;

  @ApiNullable(String, { example: 'Paul Ruiz' })
  agentName!: string | null;

  @ApiProperty({ description: 'Whether the call belongs to the follow-up or settled it.', example: true })
  isPartOfThis!: boolean;
}

export class FollowUpDetailsDto extends FollowUpDto {
  @ApiProperty({ type: [FollowUpEventDto], description: 'The history, latest entry last.' })
  events!: FollowUpEventDto[];

  @ApiProperty({ type: [FollowUpCallDto], description: 'The latest 50 calls with the customer, latest first.' })
  calls!: FollowUpCallDto[];

  @ApiProperty({ type: [FollowUpDto], description: 'Closed follow-ups of the customer, latest first.' })
  earlier!: FollowUpDto[];
}

export class FollowUpPageDto {
  @ApiProperty({ type: [FollowUpDto] })
  followUps!: FollowUpDto[];

  @ApiNullable(String, { description: 'Null on the last page.', example: null })
  nextCursor!: string | null;
}

export class FollowUpCountsDto {
  @ApiProperty({ description: 'Number of customers to call back, without snoozed follow-ups.', example: 4 })
  waiting!: number;

  @ApiProperty({ example: 1 })
  overdue!: number;

  @ApiProperty({ description: 'Number of follow-ups assigned to the current user.', example: 2 })
  mine!: number;

  @ApiProperty({ example: 2 })
  unassigned!: number;

  @ApiProperty({ example: 0 })
  snoozed!: number;
}
