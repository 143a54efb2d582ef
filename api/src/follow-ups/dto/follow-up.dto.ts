import { CALL_DIRECTIONS } from '@ringwell/domain/calls/call';
import {
  FOLLOW_UP_EVENTS,
  FOLLOW_UP_KINDS,
  FOLLOW_UP_OUTCOMES,
  FOLLOW_UP_SECTIONS,
  FOLLOW_UP_STATES,
} from '@ringwell/domain/follow-ups/follow-up';

import {
  boolean,
  dateTime,
  FieldsType,
  integer,
  listOf,
  number,
  object,
  oneOf,
  text,
  uuid,
} from '../../http/response/dto-fields';

class FollowUpCustomerDto extends FieldsType({
  id: uuid({
    nullable: true,
    description: 'Null if nothing identifies the customer, for example if the number is withheld.',
    example: 'b1d8f8f4-3f0a-4b87-8b53-6b6f5f1c2a10',
  }),
  name: text({ nullable: true, example: 'Dana Reyes' }),
  phone: text({ nullable: true, example: '+15551234567' }),
  reference: text({
    nullable: true,
    description: "The sender's ID for a customer whose number is unknown.",
    example: null,
  }),
}) {}

class FollowUpAssigneeDto extends FieldsType({
  id: uuid({ description: 'User ID.', example: '5f0c2a8e-7a2b-4d55-9a3e-0d6f1b7c9e21' }),
  name: text({ description: 'The email address if the member has no name.', example: 'Paul Ruiz' }),
}) {}

class FollowUpQuoteDto extends FieldsType({
  text: text({ description: 'The words recognized in the call.', example: 'I have been waiting since eight.' }),
  startMs: number({ description: 'Position in the recording in milliseconds.', example: 41_200 }),
}) {}

class FollowUpPromiseDto extends FieldsType(FollowUpQuoteDto, {
  isConfirmed: boolean({
    nullable: true,
    description: 'Whether a user has confirmed the promise: true if confirmed, false if denied, otherwise null.',
    example: null,
  }),
}) {}

class FollowUpBroughtDto extends FieldsType({
  cents: integer({ description: 'US cents.', example: 42_000 }),
  isEstimate: boolean({
    description: "Whether the value is the account's averageTicketDollars, because the job's total is unknown.",
    example: false,
  }),
  jobId: text({ nullable: true, description: 'The job in ServiceTitan, once found.', example: '4711' }),
}) {}

export class FollowUpDto extends FieldsType({
  id: uuid({ example: '3d1c5a52-4b2e-4a6c-9a54-0f0d7a3b1c22' }),
  kind: oneOf(FOLLOW_UP_KINDS, { description: 'The most urgent kind among its calls.', example: 'unhappy' }),
  section: oneOf(FOLLOW_UP_SECTIONS, {
    nullable: true,
    description:
      'Only set in the list of waiting follow-ups. today: someone may be in danger, or the customer called or it came ' +
      'due since the office last closed. later: due after today. older: all other waiting follow-ups.',
    example: 'today',
  }),
  isDanger: boolean({
    description: 'Whether the words of one of its calls suggest that someone may be in danger.',
    example: false,
  }),
  tries: number({
    description: "Number of unanswered callbacks since the customer's last call. The next attempt is at snoozedUntil.",
    example: 0,
  }),
  state: oneOf(FOLLOW_UP_STATES, { example: 'open' }),
  outcome: oneOf(FOLLOW_UP_OUTCOMES, { nullable: true, description: 'Set once the follow-up is done.', example: null }),
  brought: object(FollowUpBroughtDto, {
    nullable: true,
    description: 'The value of a lead that was won back. Null if it is unknown.',
  }),
  dueAt: dateTime({ example: '2026-03-31T15:10:00.000Z' }),
  isPromisedTime: boolean({ description: 'Whether dueAt was promised in the call.', example: false }),
  isOverdue: boolean({
    description: 'Whether the customer is still waiting after dueAt. False while the follow-up is snoozed.',
    example: false,
  }),
  snoozedUntil: dateTime({ nullable: true, example: null }),
  openedAt: dateTime({
    description: 'When the call that opened the follow-up took place.',
    example: '2026-03-31T14:05:00.000Z',
  }),
  updatedAt: dateTime({ example: '2026-03-31T14:07:02.000Z' }),
  closedAt: dateTime({ nullable: true, example: null }),
  calledBackAt: dateTime({ nullable: true, description: 'When the customer was reached.', example: null }),
  closedByCallId: uuid({ nullable: true, description: 'The later call that settled the follow-up.', example: null }),
  version: number({
    description:
      'Send this version with a change. The change is rejected if someone else has changed the follow-up first.',
    example: 1,
  }),
  callCount: number({ description: "Number of the customer's calls in the follow-up.", example: 3 }),
  firstCalledAt: dateTime({ nullable: true, example: '2026-03-27T09:12:00.000Z' }),
  callId: uuid({
    description: "The call that determines the follow-up's kind: the latest one with the most urgent kind.",
    example: '7e7a2c1e-6a3f-4d0b-9a60-0b5c3b2d9f10',
  }),
  label: text({ nullable: true, description: 'Label of that call.', example: 'Negative' }),
  customer: object(FollowUpCustomerDto),
  assignee: object(FollowUpAssigneeDto, { nullable: true, description: 'The assigned user.' }),
  takenBy: text({
    nullable: true,
    description: 'Name or email address of a person without a user account who took it through a link in a message.',
    example: null,
  }),
  why: text({ description: 'What to do, on one line.', example: 'Call Dana Reyes back about the missed visit' }),
  quote: object(FollowUpQuoteDto, { nullable: true }),
  promise: object(FollowUpPromiseDto, {
    nullable: true,
    description: "The company's promise in its own words, if any. Null once the transcript is deleted.",
  }),
}) {}

export class FollowUpEventDto extends FieldsType({
  id: uuid({ example: 'f2a7a6d4-6f3e-4a86-8a4e-1f0a5b6c7d88' }),
  at: dateTime({
    description:
      'When the event happened. For a call, when it took place. For `corrected`, correctedAt of the correction.',
    example: '2026-03-31T14:20:00.000Z',
  }),
  type: oneOf(FOLLOW_UP_EVENTS, { example: 'taken' }),
  actor: text({ nullable: true, description: 'Null for automatic entries.', example: 'Paul Ruiz' }),
  outcome: oneOf(FOLLOW_UP_OUTCOMES, { nullable: true, example: null }),
  note: text({
    nullable: true,
    description: "For `assigned`, the assignee's name. For `corrected`, the correct label.",
    example: null,
  }),
  until: dateTime({
    nullable: true,
    description: 'Set for `snoozed` and `no_answer_undone`, and for `called` if the customer did not answer.',
    example: null,
  }),
  callId: uuid({
    nullable: true,
    description: 'The call that caused the event. For `reopened` by a person, the call that had closed it.',
    example: null,
  }),
}) {}

export class FollowUpCallDto extends FieldsType({
  id: uuid({ example: '7e7a2c1e-6a3f-4d0b-9a60-0b5c3b2d9f10' }),
  startedAt: dateTime({ example: '2026-03-31T14:05:00.000Z' }),
  direction: oneOf(CALL_DIRECTIONS, { nullable: true, example: 'inbound' }),
  durationSeconds: number({ nullable: true, example: 252.4 }),
  label: text({ nullable: true, description: 'Null without a result.', example: 'Negative' }),
  summary: text({ nullable: true, example: 'The technician did not show up. The customer wants a call today.' }),
  agentName: text({ nullable: true, example: 'Paul Ruiz' }),
  isPartOfThis: boolean({ description: 'Whether the call belongs to the follow-up or settled it.', example: true }),
}) {}

export class FollowUpDetailsDto extends FieldsType(FollowUpDto, {
  events: listOf(FollowUpEventDto, { description: 'The history, oldest entry first.' }),
  calls: listOf(FollowUpCallDto, { description: 'The latest 50 calls with the customer, newest first.' }),
  earlier: listOf(FollowUpDto, { description: "The customer's closed follow-ups, newest first." }),
}) {}

export class FollowUpPageDto extends FieldsType({
  followUps: listOf(FollowUpDto),
  nextCursor: text({ nullable: true, description: 'Null on the last page, except for changes.', example: null }),
}) {}

export class FollowUpCountsDto extends FieldsType({
  waiting: number({ description: 'Number of customers to call back, excluding snoozed follow-ups.', example: 4 }),
  overdue: number({ example: 1 }),
  mine: number({ description: 'Number of follow-ups assigned to the current user.', example: 2 }),
  unassigned: number({ example: 2 }),
  snoozed: number({ example: 0 }),
}) {}
