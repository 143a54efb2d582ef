import type { ListedCall } from '@ringwell/database/calls/call-lists.repository';
import type { FollowUpCounts, ListedFollowUp } from '@ringwell/database/follow-ups/follow-up-lists.repository';
import type { FollowUpEvent } from '@ringwell/database/follow-ups/follow-up.entity';
import { PROMISE_CLAIM } from '@ringwell/domain/calls/analysis';
import { callTime } from '@ringwell/domain/calls/call';
import { callLabelName } from '@ringwell/domain/calls/call-label';
import { getCaller } from '@ringwell/domain/calls/call-note';
import { getListedCallText, pickQuotesForLabel, formatCallTextLine } from '@ringwell/domain/calls/call-words';
import type { FollowUpEventType } from '@ringwell/domain/follow-ups/follow-up';
import { toFollowUpRevenue } from '@ringwell/domain/follow-ups/follow-up-revenue';
import { describeFollowUpReason } from '@ringwell/domain/follow-ups/follow-up-why';
import { getCustomerKey } from '@ringwell/rules/calls/customer-key';

import type { FollowUpCountsDto, FollowUpDetailsDto, FollowUpDto } from './dto/follow-up.dto';

export function followUpView(followUp: ListedFollowUp): FollowUpDto {
  const { sentiment, needsReview, evidence, assigneeId } = followUp;
  const promise = evidence?.find(({ claim }) => claim === PROMISE_CLAIM);
  const [quote] = sentiment && !needsReview ? pickQuotesForLabel({ sentiment, evidence: evidence ?? [] }) : [];
  return {
    id: followUp.id,
    kind: followUp.kind,
    section: followUp.section ?? null,
    isDanger: followUp.isDanger,
    tries: followUp.tries,
    state: followUp.state,
    outcome: followUp.outcome,
    brought: toFollowUpRevenue(followUp),
    dueAt: followUp.dueAt.toISOString(),
    isPromisedTime: followUp.isPromisedTime,
    isOverdue: followUp.isOverdue,
    snoozedUntil: followUp.snoozedUntil?.toISOString() ?? null,
    openedAt: followUp.openedAt.toISOString(),
    updatedAt: followUp.updatedAt.toISOString(),
    closedAt: followUp.closedAt?.toISOString() ?? null,
    calledBackAt: followUp.calledBackAt?.toISOString() ?? null,
    closedByCallId: followUp.closedByCallId,
    version: followUp.version,
    callCount: followUp.callCount,
    firstCalledAt: followUp.firstCalledAt?.toISOString() ?? null,
    callId: followUp.callId,
    label: sentiment && callLabelName({ sentiment, needsReview: needsReview ?? false }),
    customer: {
      id: followUp.customerId,
      name: followUp.customerName,
      phone: customerPhone(followUp),
      reference: followUp.customerReference,
    },
    assignee: assigneeId === null ? null : { id: assigneeId, name: followUp.assigneeName ?? 'A member' },
    takenBy: followUp.takenBy,
    why: describeFollowUpReason(followUp),
    quote: quote ? { text: quote.quote, startMs: quote.startMs } : null,
    promise: promise ? { text: promise.quote, startMs: promise.startMs, isConfirmed: followUp.promiseConfirmed } : null,
  };
}

export function followUpDetailsView(
  followUp: ListedFollowUp,
  {
    events,
    calls,
    callIds,
    earlier,
  }: {
    events: readonly FollowUpEvent[];
    calls: readonly ListedCall[];
    callIds: ReadonlySet<string>;
    earlier: readonly ListedFollowUp[];
  },
): FollowUpDetailsDto {
  return {
    ...followUpView(followUp),
    events: events
      .map((event) => ({ ...event, at: eventTime(event) }))
      .sort((a, b) => a.at.getTime() - b.at.getTime())
      .map(({ id, at, type, actor, outcome, note, until, callId }) => ({
        id,
        at: at.toISOString(),
        type,
        actor,
        outcome,
        note,
        until: until?.toISOString() ?? null,
        callId,
      })),
    calls: calls.map((call) => followUpCallView(call, callIds)),
    earlier: earlier.map(followUpView),
  };
}

const CALL_EVENT_TYPES: readonly FollowUpEventType[] = ['opened', 'joined', 'called', 'done'];

// Returns when the call took place, which may be days before it was processed.
function eventTime({ type, actor, call, at }: FollowUpEvent): Date {
  return call && actor === null && CALL_EVENT_TYPES.includes(type) ? callTime(call) : at;
}

export function countsView({ waiting, overdue, mine, unassigned, snoozed }: FollowUpCounts): FollowUpCountsDto {
  return { waiting, overdue, mine, unassigned, snoozed };
}

function followUpCallView(call: ListedCall, callIds: ReadonlySet<string>): FollowUpDetailsDto['calls'][number] {
  const { sentiment, needsReview } = call;
  const callText = getListedCallText(call);
  return {
    id: call.id,
    startedAt: callTime(call).toISOString(),
    direction: call.direction,
    durationSeconds: call.durationSeconds === null ? null : Number(call.durationSeconds),
    label: sentiment && callLabelName({ sentiment, needsReview: needsReview ?? false }),
    summary: callText && formatCallTextLine(callText),
    agentName: call.agentName,
    isPartOfThis: callIds.has(call.id),
  };
}

const PHONE_KEY = /^tel:(?=\+)/;

// Returns the customer's number in E.164 format if possible.
function customerPhone(followUp: ListedFollowUp): string | null {
  const key = getCustomerKey({ ...followUp, customerId: null }) ?? '';
  return PHONE_KEY.test(key) ? key.replace(PHONE_KEY, '') : getCaller(followUp).phone;
}
