import type { ListedCall } from '@ringwell/database/calls/call-lists.repository';
import type { ListedFollowUp } from '@ringwell/database/follow-ups/follow-up-lists.repository';
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

import { toDto } from '../http/response/to-dto';
import { FollowUpCallDto, FollowUpDto, FollowUpEventDto, type FollowUpDetailsDto } from './dto/follow-up.dto';

export function followUpView(followUp: ListedFollowUp): FollowUpDto {
  const { sentiment, needsReview, evidence, assigneeId } = followUp;
  const promise = evidence?.find(({ claim }) => claim === PROMISE_CLAIM);
  const [quote] = sentiment && !needsReview ? pickQuotesForLabel({ sentiment, evidence: evidence ?? [] }) : [];
  return toDto(FollowUpDto, followUp, {
    section: followUp.section ?? null,
    brought: toFollowUpRevenue(followUp),
    label: sentiment && callLabelName({ sentiment, needsReview: needsReview ?? false }),
    customer: {
      id: followUp.customerId,
      name: followUp.customerName,
      phone: customerPhone(followUp),
      reference: followUp.customerReference,
    },
    assignee: assigneeId === null ? null : { id: assigneeId, name: followUp.assigneeName ?? 'A member' },
    why: describeFollowUpReason(followUp),
    quote: quote ? { text: quote.quote, startMs: quote.startMs } : null,
    promise: promise ? { text: promise.quote, startMs: promise.startMs, isConfirmed: followUp.promiseConfirmed } : null,
  });
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
      .map((event) => toDto(FollowUpEventDto, event)),
    calls: calls.map((call) => followUpCallView(call, callIds)),
    earlier: earlier.map(followUpView),
  };
}

const CALL_EVENT_TYPES: readonly FollowUpEventType[] = ['opened', 'joined', 'called', 'done'];

// Returns when the call took place, which may be days before it was processed.
function eventTime({ type, actor, call, at }: FollowUpEvent): Date {
  return call && actor === null && CALL_EVENT_TYPES.includes(type) ? callTime(call) : at;
}

function followUpCallView(call: ListedCall, callIds: ReadonlySet<string>): FollowUpCallDto {
  const { sentiment, needsReview } = call;
  const callText = getListedCallText(call);
  return toDto(FollowUpCallDto, call, {
    startedAt: callTime(call),
    durationSeconds: call.durationSeconds === null ? null : Number(call.durationSeconds),
    label: sentiment && callLabelName({ sentiment, needsReview: needsReview ?? false }),
    summary: callText && formatCallTextLine(callText),
    isPartOfThis: callIds.has(call.id),
  });
}

const PHONE_KEY = /^tel:(?=\+)/;

// Returns the customer's number in E.164 format if possible.
function customerPhone(followUp: ListedFollowUp): string | null {
  const key = getCustomerKey({ ...followUp, customerId: null }) ?? '';
  return PHONE_KEY.test(key) ? key.replace(PHONE_KEY, '') : getCaller(followUp).phone;
}
