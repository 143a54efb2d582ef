import type { AccountDetails } from '@ringwell/database/accounts/accounts.repository';
import type { CallAnalysis } from '@ringwell/database/calls/call-analysis.entity';
import type { CallTranscript } from '@ringwell/database/calls/call-transcript.entity';
import type { Call } from '@ringwell/database/calls/call.entity';
import type { CallWithResult } from '@ringwell/database/calls/calls.repository';
import type { SharedLink } from '@ringwell/database/calls/shared-link.entity';
import { companyOrPersonName } from '@ringwell/domain/accounts/company-or-person-name';
import { callTime } from '@ringwell/domain/calls/call';
import { callLabel } from '@ringwell/domain/calls/call-label';
import { getCaller } from '@ringwell/domain/calls/call-note';
import { getCallText } from '@ringwell/domain/calls/call-words';
import { DEFAULT_TIME_ZONE } from '@ringwell/domain/time';

import { isRecordingAvailable } from '../recording-file';
import type { SharedCallDto } from './shared-call.dto';

// Lines can extend beyond a clip by this much, because their timestamps are estimates and people set the clip's bounds.
const CLIP_TOLERANCE_MS = 500;

export interface SharedCall extends CallWithResult, AccountDetails {
  link: SharedLink;
}

/** Returns the part of a call that a link shows. Lists the fields explicitly, so no new field is shared by accident. */
export function sharedCallView(
  { link, account, owner, settings, call, ...result }: SharedCall,
  productName: string,
): SharedCallDto {
  const { scope } = link;
  const isClip = scope === 'clip';
  const { name, phone } = getCaller(call);
  return {
    scope,
    sharedBy: companyOrPersonName(account, owner) ?? productName,
    expiresAt: link.expiresAt.toISOString(),
    timeZone: settings.timeZone ?? DEFAULT_TIME_ZONE,
    startedAt: callTime(call).toISOString(),
    durationSeconds: getDuration(link, call),
    customerName: isClip ? null : name,
    phone: scope === 'whole' ? phone : null,
    direction: isClip ? null : call.direction,
    result: isClip || !result.analysis ? null : sharedResult(result.analysis),
    transcript: scope === 'summary' || !result.transcript ? null : sharedTranscript(link, result.transcript),
    hasAudio: scope !== 'summary' && isRecordingAvailable(call),
  };
}

function getDuration({ clipStartMs, clipEndMs }: SharedLink, { durationSeconds }: Call): number | null {
  const fullDuration = durationSeconds === null ? null : Number(durationSeconds);
  if (clipStartMs === null || clipEndMs === null) return fullDuration;
  return Math.min(clipEndMs / 1_000, fullDuration ?? Infinity) - clipStartMs / 1_000;
}

function sharedResult(analysis: CallAnalysis): SharedCallDto['result'] {
  const { needsReview, reviewReason } = analysis;
  const { summary, topic, points, quotes, instruction } = getCallText(analysis);
  return {
    label: callLabel(analysis),
    reviewReason,
    topic,
    quotes: needsReview ? [] : quotes.map(({ quote }) => quote),
    summary,
    keyPoints: [...points],
    followUp: instruction,
  };
}

// Timestamps are relative to the start of the clip. A clip only contains lines that fall entirely within it, because
// individual words don't have timestamps.
function sharedTranscript(
  { clipStartMs, clipEndMs }: SharedLink,
  { segments, quality, speakersGuessed }: CallTranscript,
): SharedCallDto['transcript'] {
  const [from, to] = [clipStartMs ?? 0, clipEndMs ?? Infinity];
  const lines = segments.filter(
    ({ startMs, endMs }) => startMs >= from - CLIP_TOLERANCE_MS && endMs <= to + CLIP_TOLERANCE_MS,
  );
  return {
    isUnreliable: quality === 'poor',
    speakersGuessed,
    segments: lines.map(({ speaker, startMs, text }) => ({ speaker, startMs: Math.max(0, startMs - from), text })),
  };
}
