import type { Call } from '@ringwell/database/calls/call.entity';
import { skipMessage, type CallState, type SkipReason } from '@ringwell/domain/call';
import { callLabelName } from '@ringwell/domain/call-label';

import type { DeliveryMessage } from './delivery-channel';

/**
 * The JSON event for callbacks and webhooks, without the transcript. An event planned by an earlier run describes the
 * run that produced the result, even if a later run has failed since.
 */
export function callEvent({ call, agentName, delivery, result }: DeliveryMessage, publicUrl: string): string {
  const { state, runNumber, endedAt, skipReason, error } = endOf(call, delivery);
  return JSON.stringify({
    type: `call.${state}`,
    timestamp: endedAt?.toISOString(),
    data: {
      id: call.id,
      state,
      runNumber,
      externalId: call.externalId,
      leadCallId: call.leadCallId,
      jobId: call.jobId,
      customerId: call.customerId,
      customerName: call.customerName,
      agentName,
      direction: call.direction,
      skipReason,
      skipMessage:
        skipReason &&
        skipMessage(skipReason, {
          durationSeconds: call.durationSeconds === null ? null : Number(call.durationSeconds),
          skipLimit: call.skipLimit,
        }),
      error,
      ...resultFields(result),
      links: { self: `/api/n8n/calls/${call.id}`, page: `${publicUrl}/calls/${call.id}` },
    },
  });
}

interface RunEnd {
  state: CallState;
  runNumber: number;
  endedAt: Date | null;
  skipReason: SkipReason | null;
  error: { code: string; message: string | null } | null;
}

// A delivery is created in the transaction that ends its run, so `createdAt` is the time of that end.
function endOf(call: Call, { runNumber, createdAt }: DeliveryMessage['delivery']): RunEnd {
  const { resultRunNumber } = call;
  if (runNumber < call.runNumber && resultRunNumber !== null && resultRunNumber < call.runNumber) {
    return { state: 'completed', runNumber: resultRunNumber, endedAt: createdAt, skipReason: null, error: null };
  }
  const error = call.errorCode === null ? null : { code: call.errorCode, message: call.errorMessage };
  return { state: call.state, runNumber: call.runNumber, endedAt: call.finishedAt, skipReason: call.skipReason, error };
}

function resultFields(result: DeliveryMessage['result']): object {
  if (!result) return {};
  const { transcript, analysis, usageMinutes } = result;
  return {
    durationSeconds: Number(transcript.durationSeconds),
    usageMinutes,
    sentiment: analysis.sentiment,
    needsReview: analysis.needsReview,
    reviewReason: analysis.reviewReason,
    label: callLabelName(analysis),
    topic: analysis.topic,
    confidence: analysis.confidence,
    summary: analysis.summary,
    keyPoints: analysis.keyPoints,
    reason: analysis.reason,
    outcome: analysis.outcome,
    followUp: analysis.followUp,
  };
}
