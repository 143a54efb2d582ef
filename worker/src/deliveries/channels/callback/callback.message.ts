import { SENTIMENT_LABELS } from '@ringwell/domain/sentiment';

import type { DeliveryMessage } from '../../delivery-channel';

/** The body of a callback: the result of a call, without its transcript, which is read through the API. */
export function callbackBody({ call, analysis, transcript, usageMinutes }: DeliveryMessage): string {
  return JSON.stringify({
    type: 'call.completed',
    timestamp: call.finishedAt?.toISOString(),
    data: {
      id: call.id,
      state: call.state,
      externalId: call.externalId,
      leadCallId: call.leadCallId,
      jobId: call.jobId,
      customerId: call.customerId,
      customerName: call.customerName,
      direction: call.direction,
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
      links: { self: `/api/n8n/calls/${call.id}` },
    },
  });
}
