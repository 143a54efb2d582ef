import { SKIP_REASONS } from '@ringwell/domain/call';
import { SENTIMENT_LABELS } from '@ringwell/domain/sentiment';

import type { DeliveryMessage } from './delivery-channel';

/**
 * The end of a call as systems are told of it, as JSON: `call.completed` with the result, `call.skipped` with the reason,
 * `call.failed` or `call.timed_out` with the error, and with the result that an earlier run brought. The transcript is not in it;
 * it is read through the API.
 * @param publicUrl see `publicUrlOf`; people open the call there
 */
export function callEvent({ call, result }: DeliveryMessage, publicUrl: string): string {
  return JSON.stringify({
    type: `call.${call.state}`,
    timestamp: call.finishedAt?.toISOString(),
    data: {
      id: call.id,
      state: call.state,
      runNumber: call.runNumber,
      externalId: call.externalId,
      leadCallId: call.leadCallId,
      jobId: call.jobId,
      customerId: call.customerId,
      customerName: call.customerName,
      direction: call.direction,
      skipReason: call.skipReason,
      skipMessage: call.skipReason && SKIP_REASONS[call.skipReason],
      error: call.errorCode === null ? null : { code: call.errorCode, message: call.errorMessage },
      ...resultFields(result),
      links: { self: `/api/n8n/calls/${call.id}`, page: `${publicUrl}/calls/${call.id}` },
    },
  });
}

function resultFields(result: DeliveryMessage['result']): object {
  if (!result) return {};
  const { transcript, analysis, usageMinutes } = result;
  return {
    durationSeconds: Number(transcript.durationSeconds),
    usageMinutes,
    sentiment: analysis.sentiment,
    label: SENTIMENT_LABELS[analysis.sentiment],
    confidence: analysis.confidence,
    summary: analysis.summary,
    keyPoints: analysis.keyPoints,
    reason: analysis.reason,
    outcome: analysis.outcome,
    followUp: analysis.followUp,
  };
}
