import type { Account } from '@ringwell/database/accounts/account.entity';
import type { NewUsage } from '@ringwell/database/billing/usage.repository';
import type { Call } from '@ringwell/database/calls/call.entity';
import { usageMinutes } from '@ringwell/domain/billing/usage-period';
import type { Analysis } from '@ringwell/domain/calls/analysis';
import { formatCallNote, getCaller } from '@ringwell/domain/calls/call-note';

export function callUsage(
  call: Pick<Call, 'id' | 'source' | 'direction' | 'customerName' | 'fromNumber' | 'toNumber' | 'leadCallId'>,
  account: Pick<Account, 'serviceTitanTenant' | 'company'>,
  analysis: Analysis & { isCorrected?: boolean },
  result: { durationSeconds: number; transcriptionEngine: string; productName: string; storedAt: Date },
): NewUsage {
  const caller = getCaller(call);
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
      content: formatCallNote(analysis, { ...caller, direction: null }), // integrations expect a line "Call From"
      database: account.serviceTitanTenant ?? 'ringwell',
      databaseDisplayName: account.company ?? result.productName,
      leadCallId: toNumericId(call.leadCallId),
      sentiment: analysis.sentiment,
      needsReview: analysis.needsReview,
      storedAt: result.storedAt.toISOString(),
    },
  };
}

function toNumericId(text: string | null): number | null {
  return text !== null && /^\d{1,15}$/.test(text) ? Number(text) : null;
}
