import { createHash } from 'node:crypto';

import type { NewCall } from '@ringwell/database/repositories/calls.repository';
import { SEALED_FIELDS } from '@ringwell/database/sealed-fields';
import type { CallSource } from '@ringwell/domain/call';
import type { SealedBox } from '@ringwell/platform/crypto/sealed-box';

import { instantOf } from '../dto/instant.decorator';
import { requestHashOf, type Submission } from './submission';

/** What a new call is made of. */
export interface NewCallParts {
  id: string;
  source: CallSource;
  submission: Submission;
  idempotencyKey?: string;
  /** Where the recording lies, if it came with the request. */
  recordingKey: string;
  /** Whether the account wants its calls processed. */
  isAccountOn: boolean;
}

/** The row of a new call: queued, or at once skipped when the account is switched off. */
export function newCall(parts: NewCallParts, sealedBox: SealedBox): NewCall {
  const { id, source, submission, idempotencyKey, recordingKey, isAccountOn } = parts;
  const { details, recording } = submission;
  const { callbackUrl, recordingUrl } = details;
  return {
    id,
    source,
    externalId: details.externalId ?? details.leadCallId,
    idempotencyKey,
    requestHash: requestHashOf(submission),
    direction: details.direction,
    fromNumber: details.from,
    toNumber: details.to,
    customerName: details.customerName,
    leadCallId: details.leadCallId,
    jobId: details.jobId,
    customerId: details.customerId,
    occurredAt: details.startedAt === undefined ? undefined : instantOf(details.startedAt),
    ...(callbackUrl !== undefined && callbackOf(id, callbackUrl, sealedBox)),
    sealedRecordingUrl: recordingUrl && sealedBox.seal(recordingUrl, SEALED_FIELDS.callRecordingUrl(id)),
    ...(recording && { recordingKey, recordingSha256: recording.sha256, recordingBytes: recording.bytes, recordingType: recording.type }),
    ...(isAccountOn ? { state: 'queued' } : { state: 'skipped', skipReason: 'account_inactive', finishedAt: new Date() }),
  };
}

/** The address itself is sealed; its host is for people, its hash tells addresses apart. */
function callbackOf(callId: string, url: string, sealedBox: SealedBox): Pick<NewCall, 'sealedCallbackUrl' | 'callbackHost' | 'callbackHash'> {
  return {
    sealedCallbackUrl: sealedBox.seal(url, SEALED_FIELDS.callCallbackUrl(callId)),
    callbackHost: new URL(url).host,
    callbackHash: createHash('sha256').update(url).digest('hex'),
  };
}
