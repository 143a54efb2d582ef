import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import { IsIn, IsInt, IsISO8601, IsString, Matches, MaxLength, Min } from 'class-validator';

import { MAX_REASON_LENGTH } from '@ringwell/domain/calls/label-correction';
import { SENTIMENTS, type Sentiment } from '@ringwell/domain/calls/sentiment';
import { FOLLOW_UP_OUTCOMES, type FollowUpOutcome } from '@ringwell/domain/follow-ups/follow-up';

import { DATE_TIME } from '../../http/request/instant.decorator';
import { IsId } from '../../http/request/is-id.decorator';
import { OptionalOrEmpty, OptionalText, toText } from '../../http/request/optional-text.decorator';
import { Convert } from '../../http/request/rules.decorator';

export const FOLLOW_UP_ACTIONS = [
  'take',
  'assign',
  'release',
  'snooze',
  'unsnooze',
  'note',
  'no_answer',
  'undo_no_answer',
  'still_unhappy',
  'done',
  'dismiss',
  'confirm_promise',
  'deny_promise',
  'reopen',
] as const;
export type FollowUpActionName = (typeof FOLLOW_UP_ACTIONS)[number];

const MAX_NOTE_LENGTH = 1_000;
const UNTIL_MESSAGE = 'This must be a date and time such as 2026-04-01T13:00:00Z.';

export class ChangeFollowUpDto {
  @ApiProperty({
    enum: FOLLOW_UP_ACTIONS,
    description:
      'take: assigns it to you. assign: assigns it to assigneeId. release: removes the assignee. snooze: hides it ' +
      'until a given time. unsnooze: returns it to the list. note: adds a note to the history. no_answer: keeps it ' +
      'waiting and returns it to the list in two business hours. undo_no_answer: stops counting ' +
      'the last unanswered callback, and returns it to the list or, with until, hides it until then; requires version. ' +
      'still_unhappy: keeps it waiting and assigns it to an owner of the account; same as done with this outcome. ' +
      'done: closes it with an outcome; the outcome no_answer means that the customer never answered. dismiss: closes ' +
      'it because no callback was needed; send correctLabel if the label was wrong. confirm_promise, deny_promise: ' +
      'records whether the company promised something in the call; only a confirmed promise counts as kept or broken. ' +
      'reopen: returns it to the list with its earlier label; a call that closed it before does not close it again.',
    example: 'done',
  })
  @IsIn(FOLLOW_UP_ACTIONS, { message: `This must be one of ${FOLLOW_UP_ACTIONS.join(', ')}.` })
  action!: FollowUpActionName;

  @ApiPropertyOptional({
    type: 'integer',
    description:
      'The version you last read. The change is rejected if the follow-up has changed since then. If omitted, the ' +
      'change is only rejected if someone else has taken the follow-up.',
    example: 1,
  })
  @OptionalOrEmpty()
  @IsInt({ message: 'This must be a whole number.' })
  @Min(1, { message: 'This must be 1 or more.' })
  version?: number;

  @ApiPropertyOptional({
    format: 'uuid',
    description: 'For assign: user ID of a member.',
    example: '5f0c2a8e-7a2b-4d55-9a3e-0d6f1b7c9e21',
  })
  @OptionalOrEmpty()
  @IsId('This must be the user ID of a member.')
  assigneeId?: string;

  @ApiPropertyOptional({
    format: 'date-time',
    description:
      'For snooze, and optional with undo_no_answer: a time in the next 60 days. UTC unless a time zone is given.',
    example: '2026-04-01T13:00:00Z',
  })
  @OptionalOrEmpty()
  @Matches(DATE_TIME, { message: UNTIL_MESSAGE })
  @IsISO8601({ strict: true }, { message: UNTIL_MESSAGE })
  until?: string;

  @ApiPropertyOptional({
    maxLength: MAX_NOTE_LENGTH,
    description: 'Required with note; optional with no_answer, still_unhappy, done and dismiss.',
    example: 'Left a message with his wife.',
  })
  @Convert(toText)
  @OptionalOrEmpty()
  @IsString({ message: 'This must be text.' })
  @MaxLength(MAX_NOTE_LENGTH, { message: `Use ${MAX_NOTE_LENGTH.toLocaleString('en')} characters or fewer.` })
  @Matches(/^(?:\P{Cc}|[\t\r\n])*$/u, { message: 'Use plain text.' })
  note?: string;

  @ApiPropertyOptional({ enum: FOLLOW_UP_OUTCOMES, description: 'For done.', example: 'recovered' })
  @OptionalOrEmpty()
  @IsIn(FOLLOW_UP_OUTCOMES, { message: `This must be one of ${FOLLOW_UP_OUTCOMES.join(', ')}.` })
  outcome?: FollowUpOutcome;

  @ApiPropertyOptional({
    enum: SENTIMENTS,
    description:
      'For dismiss, if the follow-up is about an unhappy customer or a call that needs a listen: the correct label ' +
      'of the call. Corrects the call and dismisses the follow-up in one step. The follow-up stays open if the ' +
      'correct label is negative, or if the customer is waiting for something else, such as a promise.',
    example: 'neutral',
  })
  @OptionalOrEmpty()
  @IsIn(SENTIMENTS, { message: `This must be one of ${SENTIMENTS.join(', ')}.` })
  correctLabel?: Sentiment;

  @OptionalText(MAX_REASON_LENGTH, {
    description: "For correctLabel: why the label was wrong. Stored with the call's correction.",
    example: 'She was only asking about the invoice.',
  })
  why?: string;
}
