import { boolean, dateTime, FieldsType, listOf, number, object, text } from '../../http/response/dto-fields';
import { FollowUpDto } from './follow-up.dto';

class TodayCountsDto extends FieldsType({
  today: number({
    description: 'Customers who are in danger, or who called or became due since the office last closed.',
    example: 3,
  }),
  later: number({ description: 'Promises, and leads with an agreed time, that are due after today.', example: 1 }),
  older: number({ description: 'All other waiting follow-ups.', example: 46 }),
  snoozed: number({ example: 1 }),
  calledBack: number({
    description: 'Customers who were reached today, except those who are still unhappy.',
    example: 3,
  }),
}) {}

class TodayProgressDto extends FieldsType({
  title: text({ example: 'All three have been called back' }),
  text: text({
    description: 'The remaining callbacks.',
    example: 'Remaining: 1 due after today; 46 from before today.',
  }),
}) {}

class SkippedCallsDto extends FieldsType({
  calls: number({ example: 23 }),
  longer: number({ description: 'Number of these calls over 30 seconds.', example: 4 }),
  text: text({ example: '23 calls were skipped, 4 of them over 30 seconds. Lower the limit?' }),
}) {}

export class TodayDto extends FieldsType({
  isOpen: boolean({ description: 'Whether the office is open now.', example: true }),
  closesAt: dateTime({
    nullable: true,
    description: 'When the office closes today. Null if it is closed all day.',
    example: '2026-03-31T21:00:00.000Z',
  }),
  followUps: listOf(FollowUpDto, { description: "The first few of today's customers, most urgent first." }),
  counts: object(TodayCountsDto),
  oldestAt: dateTime({
    nullable: true,
    description: 'When the earliest call in the older waiting follow-ups took place. Null if there are none.',
    example: '2026-02-27T14:05:00.000Z',
  }),
  backAt: dateTime({
    nullable: true,
    description: 'When the next snoozed follow-up returns to the list, for example after an unanswered callback.',
    example: null,
  }),
  progress: object(TodayProgressDto, {
    nullable: true,
    description: "Summary of the day. Null while the office is open and any of today's customers are still waiting.",
    example: null,
  }),
  skipped: object(SkippedCallsDto, {
    nullable: true,
    description: "Last week's calls below the minimum length. Null if none of them were over 30 seconds.",
    example: null,
  }),
}) {}

export class FollowUpClosingDto extends FieldsType({
  id: text({ description: 'ID for reopening these follow-ups together.', example: '1774966351120000' }),
  closed: number({ example: 46 }),
  left: number({ description: 'Number of follow-ups left to close. Repeat the request to close them.', example: 0 }),
  kept: number({ description: 'Number of follow-ups left open because a colleague has taken them.', example: 2 }),
}) {}

export class UndoneClosingDto extends FieldsType({
  reopened: number({ description: 'Number of reopened follow-ups.', example: 46 }),
}) {}
