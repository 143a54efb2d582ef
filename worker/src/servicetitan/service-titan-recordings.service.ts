import type { Readable } from 'node:stream';

import { Inject, Injectable } from '@nestjs/common';
import { fileTypeFromBuffer } from 'file-type';

import { AccountsRepository } from '@ringwell/database/accounts/accounts.repository';
import type { Call } from '@ringwell/database/calls/call.entity';
import { MAX_RECORDING_BYTES } from '@ringwell/domain/accounts/account-limits';
import { AppError } from '@ringwell/domain/errors/app-error';
import { EarlyEnd } from '@ringwell/domain/errors/early-end';
import { CONFIG } from '@ringwell/platform/config/config.module';
import type { WorkerConfig } from '@ringwell/platform/config/environment-settings';
import { SecretBox } from '@ringwell/platform/crypto/secret-box';
import { findRecordingType } from '@ringwell/platform/media/recording-inspection';

import { readHead } from './read-head';
import { getServiceTitanAccount } from './service-titan-account';
import { serviceTitanUnavailableError } from './service-titan-error';
import { ServiceTitanClient } from './service-titan.client';

/** Thrown while ServiceTitan or the linked server doesn't have the recording yet. The call keeps waiting for it. */
export class RecordingPending extends EarlyEnd {
  /** @param failure the call's error if the link never returns a recording */
  constructor(readonly failure?: AppError) {
    super('Waiting for the recording');
    this.name = 'RecordingPending';
  }
}

@Injectable()
export class ServiceTitanRecordingsService {
  constructor(
    private readonly client: ServiceTitanClient,
    private readonly accounts: AccountsRepository,
    private readonly secretBox: SecretBox,
    @Inject(CONFIG) private readonly config: WorkerConfig,
  ) {}

  /**
   * Streams the recording. The stream fails with an AppError if it's cut off or too large.
   * @throws RecordingPending if the file is missing, empty, or something other than a recording
   * @throws AppError from the client and `getServiceTitanAccount`, or `SERVICETITAN_UNAVAILABLE` without an app key
   */
  async open(
    { accountId, externalId }: Pick<Call, 'accountId' | 'externalId'>,
    signal: AbortSignal,
  ): Promise<Readable> {
    if (this.config.SERVICETITAN_APP_KEY === undefined) throw serviceTitanUnavailableError(true);
    const found = await this.accounts.findWithSettings(accountId);
    if (!found || !externalId) throw new Error('This ServiceTitan call has no account or ID.');
    const session = { ...getServiceTitanAccount(found.account, found.settings, this.secretBox), signal };
    const body = await this.client
      .downloadRecording(session, externalId, MAX_RECORDING_BYTES)
      .catch((error: unknown) => {
        throw isMissing(error) ? new RecordingPending() : error;
      });
    return rejectNonAudio(body);
  }
}

function isMissing(error: unknown): boolean {
  return error instanceof AppError && error.code === 'SERVICETITAN_NOT_FOUND';
}

async function rejectNonAudio(body: Readable): Promise<Readable> {
  const { head, stream } = await readHead(body);
  // Unlike an upload, this may be of any type that ffmpeg might read.
  const type = (await findRecordingType(head)) ?? (await fileTypeFromBuffer(head))?.mime;
  if (type && /^(audio|video)\//.test(type)) return stream;
  body.destroy();
  throw new RecordingPending();
}
