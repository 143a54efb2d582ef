import type { ListedCall, RecentCall } from '@ringwell/database/calls/call-lists.repository';
import { SKIP_REASONS } from '@ringwell/domain/call';
import { SENTIMENT_LABELS } from '@ringwell/domain/sentiment';

import type { CallSummaryDto } from './dto/call-summary.dto';
import type { RecentCallDto } from './dto/recent-call.dto';

export function callSummaryView(call: ListedCall): CallSummaryDto {
  return {
    id: call.id,
    state: call.state,
    source: call.source,
    direction: call.direction,
    from: call.fromNumber,
    to: call.toNumber,
    customerName: call.customerName,
    startedAt: call.occurredAt?.toISOString() ?? null,
    receivedAt: call.createdAt.toISOString(),
    durationSeconds: call.durationSeconds === null ? null : Number(call.durationSeconds),
    sentiment: call.sentiment,
    label: call.sentiment && SENTIMENT_LABELS[call.sentiment],
    summary: call.summary && call.summary.replace(/\s+/g, ' ').trim(),
    skipReason: call.skipReason,
    skipMessage: call.skipReason && SKIP_REASONS[call.skipReason],
    error: call.errorCode === null ? null : { code: call.errorCode, message: call.errorMessage ?? '' },
  };
}

export function recentCallView(call: RecentCall): RecentCallDto {
  return {
    ...callSummaryView(call),
    recordedAt: (call.recordedAt ?? call.createdAt).toISOString(),
    minutes: Number(call.minutes ?? 0),
    metadata: {
      ldsData: { name: call.customerName, phone: call.direction === 'outbound' ? call.toNumber : call.fromNumber },
    },
    callData: call.callData,
  };
}
