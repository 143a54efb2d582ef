import type { PolledCall } from '@ringwell/database/servicetitan/service-titan-polls.repository';
import { normalizeAgentName } from '@ringwell/domain/calls/agent';
import type { CallDirection } from '@ringwell/domain/calls/call';
import { findIneligibilityReason, type EligibilityRules } from '@ringwell/domain/calls/call-eligibility';
import { MAX_SERVICE_TITAN_FIELD_LENGTH } from '@ringwell/domain/calls/service-titan-fields';
import { MAX_CALL_AGE_MS, RECORDING_WAIT_MS } from '@ringwell/domain/deliveries/service-titan';
import { HANG_UP_SECONDS } from '@ringwell/domain/follow-ups/follow-up';

import type { CallRow } from './service-titan-responses';

const DIRECTIONS: Record<string, CallDirection> = { inbound: 'inbound', outbound: 'outbound' };

// Calls in these states haven't ended; the feed lists them again once they do.
const RINGING_STATUSES = new Set(['Ringing', 'Initiated']);
const ANSWERED_STATUS = 'Answered';

// Types of calls that someone answered or handled.
const HANDLED_CALL_TYPES = new Set(['Booked', 'Excused', 'NotLead']);

export interface PollRules extends EligibilityRules {
  leadsEnabled: boolean;
}

/**
 * Maps a feed row to a call, or `null` if it won't be processed. The gate later applies the same rules to the
 * recording's length. A call that ended before anyone answered is only included if leads are turned on.
 * @param now in milliseconds since 1970
 */
export function toPolledCall(
  row: CallRow,
  rules: PollRules,
  now: number,
  maxAgeMs: number = MAX_CALL_AGE_MS,
): PolledCall | null {
  const direction = DIRECTIONS[row.direction?.toLowerCase() ?? ''] ?? null;
  const seconds = parseDurationSeconds(row.duration);
  const occurredAt = row.receivedOn ?? row.createdOn;
  const ageMs = occurredAt ? now - occurredAt.getTime() : 0;
  const hasRecording = Boolean(row.recordingUrl);
  if (row.id === null || row.active === false || !hasEnded(row, hasRecording)) return null;
  const isAnswered = row.type !== 'Abandoned' && seconds !== 0;
  const reason = findIneligibilityReason(rules, direction, seconds);
  const isEligible = isAnswered && reason === null;
  const isHangUp = !isAnswered || (reason === 'too_short' && isQuickHangUp(row, seconds));
  const isAbandoned = rules.leadsEnabled && direction === 'inbound' && reason !== 'direction_disabled' && isHangUp;
  if (!isEligible && !isAbandoned) return null;
  if (ageMs > maxAgeMs || (isEligible && !hasRecording && ageMs > RECORDING_WAIT_MS)) return null;
  return {
    externalId: row.id,
    direction,
    fromNumber: row.from,
    toNumber: row.to,
    occurredAt,
    hasRecording,
    isAbandoned,
    jobId: row.job?.id ?? null,
    customerId: row.customer?.id ?? null,
    customerName: normalizeField(row.customer?.name),
    agentName: normalizeAgentName(row.agent?.name),
    callType: normalizeField(row.type),
    callReason: normalizeField(row.reason?.name),
    campaign: normalizeField(row.campaign?.name),
    businessUnit: normalizeField(row.businessUnit?.name),
    tag: normalizeField(row.tag),
  };
}

function isQuickHangUp({ type }: CallRow, seconds: number | null): boolean {
  return seconds !== null && seconds < HANG_UP_SECONDS && !HANDLED_CALL_TYPES.has(type ?? '');
}

function normalizeField(text: string | null | undefined): string | null {
  const field = text?.replace(/\s+/g, ' ').trim().slice(0, MAX_SERVICE_TITAN_FIELD_LENGTH);
  return field?.replace(/\p{Surrogate}$/u, '') || null; // half of a surrogate pair
}

function hasEnded({ status }: CallRow, hasRecording: boolean): boolean {
  return !RINGING_STATUSES.has(status ?? '') && (status !== ANSWERED_STATUS || hasRecording);
}

/** Reads `[d.]HH:MM:SS[.fraction]`; `null` for other forms. */
export function parseDurationSeconds(text: string | null): number | null {
  const match = /^(?:(\d+)\.)?(\d+):(\d{2}):(\d{2})(?:\.\d+)?$/.exec(text ?? '');
  if (!match) return null;
  const [days = 0, hours = 0, minutes = 0, seconds = 0] = match.slice(1).map((part) => Number(part ?? 0));
  return ((days * 24 + hours) * 60 + minutes) * 60 + seconds;
}
