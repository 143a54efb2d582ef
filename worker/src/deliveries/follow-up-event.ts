import type { FollowUpNoticeEvent } from '@ringwell/database/follow-ups/follow-up-notices.repository';
import { knownNumber } from '@ringwell/domain/customers/phone';
import { followUpEventName } from '@ringwell/domain/follow-ups/follow-up-event-name';
import { toFollowUpRevenue } from '@ringwell/domain/follow-ups/follow-up-revenue';

import { handlerName } from './overdue-digest';

/** The JSON event for webhooks. It describes the follow-up at the time of sending. */
export function followUpEvent({ type, at, followUp }: FollowUpNoticeEvent, publicUrl: string): string {
  const { id, kind, state, outcome, dueAt, isPromisedTime, callCount, isDanger, customer, why, callId } = followUp;
  return JSON.stringify({
    type: followUpEventName(type),
    timestamp: at.toISOString(),
    data: {
      id,
      kind,
      state,
      outcome,
      brought: toFollowUpRevenue(followUp),
      dueAt: dueAt.toISOString(),
      isPromisedTime,
      callCount,
      isDanger,
      customer: { ...customer, phone: knownNumber(customer.phone) },
      assignee: handlerName(followUp),
      why,
      call: { id: callId, page: `${publicUrl}/calls/${callId}` },
      links: { self: `/api/follow-ups/${id}`, page: `${publicUrl}/follow-ups/${id}` },
    },
  });
}
