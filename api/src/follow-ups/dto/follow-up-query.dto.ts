import { PickType } from '@nestjs/swagger';
import { IsOptional, isUUID } from 'class-validator';

import type { FollowUpFilter, FollowUpPosition } from '@ringwell/database/follow-ups/follow-up-lists.repository';
import { CALL_DIRECTIONS } from '@ringwell/domain/calls/call';
import { CALLBACK_RESULTS, FOLLOW_UP_KINDS, FOLLOW_UP_SECTIONS } from '@ringwell/domain/follow-ups/follow-up';
import { DEFAULT_TIME_ZONE } from '@ringwell/domain/time';

import { parseEnd, OptionalDayOrInstant, parseStart } from '../../http/request/day-or-instant.decorator';
import { OptionalId, lowerCaseId } from '../../http/request/is-id.decorator';
import { OptionalChoice } from '../../http/request/optional-choice.decorator';
import { OptionalSwitch } from '../../http/request/optional-switch.decorator';
import { normalizeText } from '../../http/request/optional-text.decorator';
import { DEFAULT_PAGE_LIMIT, PageCursor, PageLimit } from '../../http/request/page-limit.decorator';
import { Accepted, Convert } from '../../http/request/rules.decorator';
import { FieldsType, text, withDecorators } from '../../http/response/dto-fields';

const FOLLOW_UP_LISTS = ['waiting', 'snoozed', 'closed'] as const;

export class FollowUpQueryDto extends FieldsType({
  show: OptionalChoice(
    FOLLOW_UP_LISTS,
    {
      description:
        "waiting: customers to call back, most urgent first: today's customers, then customers due later, then older " +
        'ones. closed: done or dismissed, newest first. Defaults to waiting, or to all if customerId, callId or ' +
        'callback is sent.',
      example: 'waiting',
    },
    `This must be ${FOLLOW_UP_LISTS.slice(0, -1).join(', ')} or ${FOLLOW_UP_LISTS.at(-1)}.`,
  ),
  section: OptionalChoice(FOLLOW_UP_SECTIONS, {
    description:
      'Section of the waiting list. today: customers who are in danger, or who called or became due since the office ' +
      'last closed. later: customers due after today. older: all other waiting customers.',
    example: 'today',
  }),
  kind: OptionalChoice(FOLLOW_UP_KINDS, { example: 'unhappy' }),
  assignee: withDecorators(
    text({ required: false, description: 'me, none, or the user ID of a member.', example: 'me' }),
    Convert((value) => (isUUID(value) ? lowerCaseId(value) : normalizeText(value))),
    IsOptional(),
    Accepted(
      'isAssignee',
      (value) => value === 'me' || value === 'none' || isUUID(value),
      'This must be me, none, or the user ID of a member.',
    ),
  ),
  overdue: OptionalSwitch({ description: 'true: only overdue follow-ups.', example: true }),
  customerId: OptionalId('This must be the ID of a customer.', { example: 'b1d8f8f4-3f0a-4b87-8b53-6b6f5f1c2a10' }),
  callId: OptionalId('This must be the ID of a call.', {
    description: 'ID of a call. Finds the follow-up that the call joined or settled.',
    example: '7e7a2c1e-6a3f-4d0b-9a60-0b5c3b2d9f10',
  }),
  callback: OptionalChoice(CALLBACK_RESULTS, {
    description:
      'Callback result as in the happiness report, excluding dismissed follow-ups. in_time, late: called back before ' +
      'or after the due time. waiting: not called back yet. never: closed without a callback. recovered: happy ' +
      'again. won: a lead that was won back.',
    example: 'late',
  }),
  openedFrom: OptionalDayOrInstant({
    description: "Opened by a call on or after this date or time, in ISO 8601. Dates are in the account's time zone.",
    example: '2026-03-01',
  }),
  openedTo: OptionalDayOrInstant({
    description: 'Opened by a call up to and including this date, or before this time.',
    example: '2026-03-31',
  }),
  direction: OptionalChoice(CALL_DIRECTIONS, { description: 'Direction of the deciding call.', example: 'inbound' }),
  agent: OptionalId('This must be the ID of an agent.', {
    description: "ID of that call's agent, or of another agent matched to the same member.",
    example: '0b9d5b0e-2f2c-4c8a-8f5d-4a1f6f0f7d11',
  }),
  cursor: PageCursor(
    'MTc3NDk2NjM1MTEyMDAwMC4zZDFjNWE1Mi00YjJlLTRhNmMtOWE1NC0wZjBkN2EzYjFjMjI',
    (cursor) => decodeCursor(cursor) !== undefined,
  ),
}) {
  @PageLimit('Follow-ups per page.')
  limit: number = DEFAULT_PAGE_LIMIT;
}

/** The query for automations. Results are sorted by last change, so the cursor of the last page finds later changes. */
export class ChangedFollowUpQueryDto extends PickType(FollowUpQueryDto, [
  'kind',
  'assignee',
  'customerId',
  'callId',
  'cursor',
  'limit',
] as const) {}

export class FollowUpCountQueryDto extends PickType(FollowUpQueryDto, ['section', 'kind', 'assignee'] as const) {}

/** @param agentIds the ids of the agents that `agent` refers to */
export function toFollowUpFilter(
  query: Partial<FollowUpQueryDto>,
  userId: string,
  { timeZone, agentIds }: { timeZone: string; agentIds?: readonly string[] } = { timeZone: DEFAULT_TIME_ZONE },
): FollowUpFilter {
  const { show, section, kind, assignee, overdue, customerId, callId, callback, openedFrom, openedTo, direction } =
    query;
  const coversAllLists = customerId !== undefined || callId !== undefined || callback !== undefined;
  return {
    list: show ?? (coversAllLists ? undefined : 'waiting'),
    section,
    kinds: kind && [kind],
    assigneeId: assignee === 'none' ? null : assignee === 'me' ? userId : assignee,
    isOverdue: overdue,
    customerId,
    callIds: callId === undefined ? undefined : [callId],
    callback,
    openedFrom: openedFrom === undefined ? undefined : parseStart(openedFrom, timeZone),
    openedBefore: openedTo === undefined ? undefined : parseEnd(openedTo, timeZone),
    direction,
    agentIds,
  };
}

const POSITION = /^(?:(today|later|older)(\d)\.)?(-?\d{1,16})\.([0-9a-f-]{36})$/;

export function encodeCursor({ section, weight, timeMicros, id }: FollowUpPosition): string {
  const sectionPrefix = section ? `${section}${weight}.` : '';
  return Buffer.from(`${sectionPrefix}${timeMicros}.${id}`).toString('base64url');
}

/** Returns `undefined` for an invalid cursor. */
export function decodeCursor(cursor: string): FollowUpPosition | undefined {
  const [, section, weight, timeMicros, id] = POSITION.exec(Buffer.from(cursor, 'base64url').toString()) ?? [];
  if (timeMicros === undefined || !isUUID(id)) return undefined;
  const name = FOLLOW_UP_SECTIONS.find((each) => each === section);
  return { timeMicros, id: String(id), ...(name && { section: name, weight: Number(weight) }) };
}
