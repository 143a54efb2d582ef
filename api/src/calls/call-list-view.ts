import type { ListedCall, RecentCall } from '@ringwell/database/calls/call-lists.repository';
import { skipMessage } from '@ringwell/domain/calls/call';
import { callLabelName } from '@ringwell/domain/calls/call-label';
import { getListedCallText, formatCallTextLine } from '@ringwell/domain/calls/call-words';
import { toLabelCorrection } from '@ringwell/domain/calls/label-correction';

import { toDto } from '../http/response/to-dto';
import { CallSummaryDto } from './dto/call-summary.dto';
import type { RecentCallDto } from './dto/recent-call.dto';

export function callSummaryView(call: ListedCall): CallSummaryDto {
  const { sentiment, skipLimit } = call;
  const durationSeconds = call.durationSeconds === null ? null : Number(call.durationSeconds);
  const needsReview = call.needsReview ?? false;
  const callText = getListedCallText(call);
  return toDto(CallSummaryDto, call, {
    from: call.fromNumber,
    to: call.toNumber,
    startedAt: call.occurredAt,
    receivedAt: call.createdAt,
    durationSeconds,
    needsReview,
    label: sentiment && callLabelName({ sentiment, needsReview }),
    flags: call.flags ?? [],
    correction: call.correction && toLabelCorrection(call.correction),
    summary: callText && formatCallTextLine(callText),
    skipMessage: call.skipReason && skipMessage(call.skipReason, { durationSeconds, skipLimit }),
    error: call.errorCode === null ? null : { code: call.errorCode, message: call.errorMessage ?? '' },
  });
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
