import { hash } from 'node:crypto';

import { Inject, Injectable } from '@nestjs/common';

import type { Actor, NewActivity } from '@ringwell/database/accounts/security/activity.repository';
import { AgentsRepository } from '@ringwell/database/calls/agents.repository';
import type { Call } from '@ringwell/database/calls/call.entity';
import { CallsRepository } from '@ringwell/database/calls/calls.repository';
import type { AccountCall, NewCall } from '@ringwell/database/calls/insert-queued-calls';
import { NewCallsService } from '@ringwell/database/calls/new-calls.service';
import type { CallCallback } from '@ringwell/database/calls/replace-callback';
import { isDatabaseUnavailable, isStatementCanceled } from '@ringwell/database/postgres/database-unavailable';
import { SEALED_FIELDS } from '@ringwell/database/sealed-fields';
import type { Repositories } from '@ringwell/database/unit-of-work';
import { normalizeAgentName } from '@ringwell/domain/calls/agent';
import type { CallSource } from '@ringwell/domain/calls/call';
import type { Transcript } from '@ringwell/domain/calls/transcript';
import { Batcher } from '@ringwell/platform/batcher';
import { CONFIG, type Config } from '@ringwell/platform/config/config.module';
import { SecretBox } from '@ringwell/platform/crypto/secret-box';
import type { InspectedRecording } from '@ringwell/platform/media/recording-inspection';
import { getCurrentTraceParent } from '@ringwell/platform/tracing/span';

import { parseInstant } from '../../http/request/instant.decorator';
import type { CallDetailsDto } from '../dto/call-details.dto';
import type { FormOptions } from './multipart-form';

// Concurrent calls are inserted in one statement. A call that waits for a lock only delays its own batch.
const BATCHING = { maxItems: 100, maxWaitMs: 250 };

export interface CallIdentity {
  id: string;
  source: CallSource;
  idempotencyKey?: string;
  /** The storage key of the recording, if one came with the request. */
  recordingKey: string;
}

export interface CallUpload {
  details: CallDetailsDto;
  recording?: InspectedRecording;
  /** Sent instead of a recording. */
  transcript?: Transcript;
  /** SHA-256 of the details and the recording, regardless of field order. A resent call has the same hash. */
  requestHash: string;
}

export interface IntakeOptions extends Pick<FormOptions, 'checkMediaType'> {
  idempotencyKey?: string;
  /** Whether to reject forms with any field other than the recording. */
  isRecordingOnly?: boolean;
  // The user whose upload is recorded in the activity log. Calls from programs aren't recorded: there are too many.
  uploadedBy?: Actor;
  /** Runs in the call's transaction, before the insert. @throws AppError to reject the call */
  beforeInsert?: (repositories: Repositories) => Promise<void>;
}

/** The new call, or the existing call that the request repeats. */
export type WrittenCall = Pick<NewCall, 'id' | 'state'> & Partial<Pick<Call, 'idempotencyKey' | 'requestHash'>>;

@Injectable()
export class CallWriterService {
  private readonly batcher = new Batcher<AccountCall, boolean>((calls) => this.queueBatch(calls), BATCHING);

  constructor(
    private readonly calls: CallsRepository,
    private readonly agents: AgentsRepository,
    private readonly newCalls: NewCallsService,
    private readonly secretBox: SecretBox,
    @Inject(CONFIG) private readonly config: Pick<Config, 'STORAGE_QUOTA_GB'>,
  ) {}

  /**
   * Inserts a call as queued, or as skipped if call processing is turned off. Demo calls are always queued.
   * @throws AppError `STORAGE_QUOTA_REACHED`, `CALL_DELETED`, and whatever `beforeInsert` throws
   */
  async write(
    accountId: string,
    identity: CallIdentity,
    upload: CallUpload,
    { uploadedBy, beforeInsert }: IntakeOptions,
  ): Promise<{ call: WrittenCall; isNew: boolean }> {
    const newCall = {
      ...this.toNewCall(identity, upload),
      ...(await this.resolveAgent(accountId, upload, !!uploadedBy)),
    };
    const { transcript } = upload;
    const isPlainInsert = !uploadedBy && !beforeInsert && !transcript && this.config.STORAGE_QUOTA_GB === undefined;
    if (isPlainInsert && (await this.batcher.add({ ...newCall, accountId }))) return { call: newCall, isNew: true };
    return this.newCalls.insert(accountId, newCall, {
      transcript,
      beforeInsert: async (repositories) => {
        await beforeInsert?.(repositories);
        if (uploadedBy) await repositories.activity.record(uploadedBy, uploadActivity(accountId, newCall));
      },
    });
  }

  private async resolveAgent(
    accountId: string,
    { details }: CallUpload,
    isEnteredByUser: boolean,
  ): Promise<Pick<NewCall, 'agentId' | 'agentSource'>> {
    const name = normalizeAgentName(details.agentName);
    if (name === null) return {};
    const agentId = await (isEnteredByUser
      ? this.agents.findOrCreateFromInput(accountId, name)
      : this.agents.findOrCreate(accountId, name));
    return { agentId, agentSource: 'given' };
  }

  // Returns whether each call was queued. The caller then writes the remaining calls individually, which reveals the
  // reason: a repeat, an inactive account, an account with its own quota, or an invalid row in the batch.
  private async queueBatch(calls: AccountCall[]): Promise<boolean[]> {
    try {
      const queuedIds = await this.calls.insertQueued(calls);
      return calls.map(({ id }) => queuedIds.has(id));
    } catch (error) {
      // The response was lost, so the rows may exist. If the statement was canceled, it only waited too long for one
      // call's lock, which must not fail the other calls.
      if (isDatabaseUnavailable(error) && !isStatementCanceled(error)) throw error;
      return calls.map(() => false);
    }
  }

  private toNewCall(
    { id, source, idempotencyKey, recordingKey }: CallIdentity,
    { details, recording, transcript, requestHash }: CallUpload,
  ): NewCall {
    const { callbackUrl, recordingUrl } = details;
    return {
      id,
      source,
      state: 'queued',
      externalId: details.externalId ?? details.leadCallId,
      idempotencyKey,
      requestHash,
      direction: details.direction,
      fromNumber: details.from,
      toNumber: details.to,
      customerName: details.customerName,
      leadCallId: details.leadCallId,
      jobId: details.jobId,
      customerId: details.customerId,
      occurredAt: details.startedAt === undefined ? undefined : parseInstant(details.startedAt),
      ...(callbackUrl !== undefined && this.sealCallback(id, callbackUrl)),
      sealedRecordingUrl: recordingUrl && this.secretBox.seal(recordingUrl, SEALED_FIELDS.callRecordingUrl(id)),
      ...(recording && {
        recordingKey,
        recordingSha256: recording.sha256,
        recordingBytes: recording.bytes,
        recordingType: recording.type,
      }),
      ...(transcript && { hasGivenTranscript: true, durationSeconds: String(transcript.durationSeconds) }),
      traceParent: getCurrentTraceParent(),
    };
  }

  sealCallback(id: string, url: string): CallCallback {
    return {
      sealedCallbackUrl: this.secretBox.seal(url, SEALED_FIELDS.callCallbackUrl(id)),
      callbackHost: new URL(url).host,
      callbackHash: hash('sha256', url),
    };
  }
}

function uploadActivity(accountId: string, { id, source }: NewCall): NewActivity {
  const details = { accountId, metadata: { callId: id } };
  return source === 'demo'
    ? { action: 'Demo call uploaded', description: 'A recording was uploaded to the demo.', ...details }
    : { action: 'Call uploaded', description: 'A recording was uploaded.', ...details };
}
