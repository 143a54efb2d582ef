import type { Call } from '@ringwell/database/calls/call.entity';
import { getAskedToBook, getReached } from '@ringwell/domain/calls/booking';
import { normalizeBookingFact } from '@ringwell/domain/calls/booking-fact';
import { skipMessage, type CallState, type SkipReason } from '@ringwell/domain/calls/call';
import { callLabelName } from '@ringwell/domain/calls/call-label';
import { getCallText, toExternalFollowUp, formatCallTextLine } from '@ringwell/domain/calls/call-words';
import { toLabelCorrection } from '@ringwell/domain/calls/label-correction';
import { pickServiceTitanFields } from '@ringwell/domain/calls/service-titan-fields';

import type { DeliveryMessage } from './delivery-channel';

/**
 * The JSON event for callbacks and webhooks, without the transcript. An event planned by an earlier run, or about
 * something that happened after a run, describes the run that produced the result, even if a later run failed.
 */
export function callEvent(message: DeliveryMessage, publicUrl: string): string {
  const { call, agentName, bookingFact, delivery } = message;
  const { state, runNumber, endedAt, skipReason, error } = getRunOutcome(call, delivery);
  return JSON.stringify({
    type: delivery.event ?? `call.${state}`,
    timestamp: endedAt?.toISOString(),
    data: {
      id: call.id,
      state,
      runNumber,
      externalId: call.externalId,
      leadCallId: call.leadCallId,
      jobId: call.jobId,
      customerId: call.customerId,
      ...pickServiceTitanFields(call),
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
      bookingFact: bookingFact && normalizeBookingFact(bookingFact),
      ...resultFields(message),
      links: { self: `/api/n8n/calls/${call.id}`, page: `${publicUrl}/calls/${call.id}` },
    },
  });
}

interface RunOutcome {
  state: CallState;
  runNumber: number;
  endedAt: Date | null;
  skipReason: SkipReason | null;
  error: { code: string; message: string | null } | null;
}

// A delivery is created in the transaction of its event, for example the end of a run, so `createdAt` is the event's time.
function getRunOutcome(call: Call, { event, runNumber, createdAt }: DeliveryMessage['delivery']): RunOutcome {
  const { resultRunNumber } = call;
  const isFromEarlierRun = runNumber < call.runNumber && (resultRunNumber ?? 0) < call.runNumber;
  if (resultRunNumber !== null && (event !== null || isFromEarlierRun)) {
    return { state: 'completed', runNumber: resultRunNumber, endedAt: createdAt, skipReason: null, error: null };
  }
  const error = call.errorCode === null ? null : { code: call.errorCode, message: call.errorMessage };
  return { state: call.state, runNumber: call.runNumber, endedAt: call.finishedAt, skipReason: call.skipReason, error };
}

function resultFields({ call: { direction }, result, correction }: DeliveryMessage): object {
  if (!result) return {};
  const { transcript, analysis, usageMinutes } = result;
  const callText = getCallText(analysis);
  return {
    ...(transcript && { durationSeconds: Number(transcript.durationSeconds) }),
    usageMinutes,
    sentiment: analysis.sentiment,
    needsReview: analysis.needsReview,
    reviewReason: analysis.reviewReason,
    label: callLabelName(analysis),
    topic: analysis.topic,
    booking: analysis.booking ?? null,
    asked: getAskedToBook(analysis),
    reached: getReached({ direction, reached: analysis.reached }),
    flags: analysis.flags ?? [],
    correction: correction && toLabelCorrection(correction),
    confidence: analysis.confidence,
    writer: callText.summary === null ? null : analysis.writer,
    summary: formatCallTextLine(callText),
    keyPoints: callText.points,
    reason: '',
    outcome: '',
    followUp: toExternalFollowUp(analysis),
  };
}
