import type { Call } from '@ringwell/database/entities/call.entity';
import type { User } from '@ringwell/database/entities/user.entity';
import type { NewUsage } from '@ringwell/database/repositories/usage.repository';
import type { Analysis } from '@ringwell/domain/analysis';
import { SENTIMENT_LABELS } from '@ringwell/domain/sentiment';
import { usageMinutes } from '@ringwell/domain/usage-period';

/** What a finished call is recorded as. */
export function usageOfCall(
  call: Call, user: User, analysis: Analysis, result: { durationSeconds: number; transcriptionEngine: string; productName: string; storedAt: Date },
): NewUsage {
  const caller = callerOf(call);
  return {
    callId: call.id,
    minutes: usageMinutes(result.durationSeconds),
    instanceRuns: 1,
    apiCalls: 0,
    source: call.source,
    metadata: {
      callId: call.id,
      durationSeconds: result.durationSeconds,
      direction: call.direction,
      engines: { transcription: result.transcriptionEngine, analysis: analysis.engine },
      ldsData: { name: caller.name, phone: caller.phone },
    },
    callData: {
      content: contentOf(analysis, caller),
      database: user.serviceTitanTenant ?? 'ringwell',
      databaseDisplayName: user.company ?? result.productName,
      leadCallId: numberOf(call.leadCallId),
      sentiment: analysis.sentiment,
      storedAt: result.storedAt.toISOString(),
    },
  };
}

/** The other side of the call: who called us, or whom we called. */
function callerOf(call: Call): { name: string | null; phone: string | null } {
  return { name: call.customerName, phone: call.direction === 'outbound' ? call.toNumber : call.fromNumber };
}

/** The call as a note: who, label, summary, key points. */
function contentOf(analysis: Analysis, caller: { name: string | null; phone: string | null }): string {
  const who = [caller.name, caller.phone].filter(Boolean).join(', ') || 'Unknown';
  return [
    `Call From: ${who}`,
    `Customer Happiness: ${SENTIMENT_LABELS[analysis.sentiment]}`,
    '',
    analysis.summary,
    ...(analysis.keyPoints.length > 0 ? ['', 'Key Points:', ...analysis.keyPoints.map((point) => `- ${point}`)] : []),
    ...(analysis.followUp.needed ? ['', `Follow-up: ${analysis.followUp.what ?? 'needed'}`] : []),
  ].join('\n');
}

function numberOf(text: string | null): number | null {
  return text !== null && /^\d{1,15}$/.test(text) ? Number(text) : null;
}
