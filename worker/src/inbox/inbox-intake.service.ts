import { randomUUID } from 'node:crypto';
import { pipeline } from 'node:stream';

import { Inject, Injectable } from '@nestjs/common';
import { DateTime } from 'luxon';

import { AgentsRepository } from '@ringwell/database/calls/agents.repository';
import type { InboxAccount } from '@ringwell/database/calls/inbox-folders.repository';
import type { NewCall } from '@ringwell/database/calls/insert-queued-calls';
import { NewCallsService } from '@ringwell/database/calls/new-calls.service';
import { isDatabaseUnavailable } from '@ringwell/database/postgres/database-unavailable';
import { MAX_RECORDING_BYTES } from '@ringwell/domain/accounts/account-limits';
import { normalizeAgentName } from '@ringwell/domain/calls/agent';
import { forbidden } from '@ringwell/domain/errors/app-error';
import { readFileName } from '@ringwell/domain/inbox/read-file-name';
import { sanitizeForStorage } from '@ringwell/domain/text/sanitize-for-storage';
import { DispatcherNotifier } from '@ringwell/jobs/dispatcher-notifier';
import type { Logger } from '@ringwell/platform/logging/create-logger';
import { LOGGER } from '@ringwell/platform/logging/logger.module';
import { RecordingInspection, recordingTooLarge } from '@ringwell/platform/media/recording-inspection';
import { RecordingStorage } from '@ringwell/platform/storage/recording-storage';

import { inboxKey, type InboxFile, type InboxSource } from './inbox-source';

// Recorders without a clock start at 1970, 1980 or 2000.
const EARLIEST_TIME = new Date('2001-01-01T00:00:00Z');

/** Turns inbox files into calls, under the same rules as API uploads. */
@Injectable()
export class InboxIntakeService {
  constructor(
    private readonly newCalls: NewCallsService,
    private readonly agents: AgentsRepository,
    private readonly storage: RecordingStorage,
    private readonly dispatcher: DispatcherNotifier,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  /**
   * Resolves once a file's call is stored durably, now or by an earlier attempt. If a file fails, its
   * recording is deleted, unless the call may have been stored.
   * @returns the call's ID
   * @throws a non-retryable AppError if the file is refused; all other errors can be retried
   */
  async pickUp(source: InboxSource, account: InboxAccount, file: InboxFile): Promise<string> {
    if (!account.acceptsCalls)
      throw forbidden(
        'ACCOUNT_NOT_ACTIVE',
        'This account is disabled or is a demo account. Once an administrator changes that, move the file back.',
      );
    if (file.bytes > MAX_RECORDING_BYTES) throw recordingTooLarge();
    const id = randomUUID();
    const recording = { key: `recordings/${account.id}/${id}`, isOrphan: true };
    try {
      const inspection = new RecordingInspection();
      // A failure in either stream reaches the storage as an error on the stream it reads.
      pipeline(await source.open(account.id, file), inspection, () => undefined);
      await this.storage.put(recording.key, inspection);
      const { sha256, bytes, type } = inspection.result;
      const { call, isNew } = await this.newCalls
        .insert(account.id, {
          ...(await this.readDetails(account, file)),
          id,
          source: 'inbox',
          state: 'queued',
          idempotencyKey: inboxKey(file),
          recordingKey: recording.key,
          recordingSha256: sha256,
          recordingBytes: bytes,
          recordingType: type,
        })
        .catch((error: unknown) => {
          if (isDatabaseUnavailable(error)) recording.isOrphan = false; // the row may exist even though the response was lost
          throw error;
        });
      recording.isOrphan = !isNew;
      if (call.state === 'queued') this.dispatcher.notify();
      return call.id;
    } finally {
      if (recording.isOrphan) await this.discard(recording.key);
    }
  }

  private async readDetails(account: InboxAccount, { path, modifiedAt }: InboxFile): Promise<Partial<NewCall>> {
    const { direction, from, to, customerName, agentName, startedAt } = readFileName(path, account.inboxPatterns) ?? {};
    const agent = normalizeAgentName(agentName);
    const fileNameTime = DateTime.fromISO(startedAt ?? '', { zone: account.timeZone }).toJSDate(); // may be an invalid date
    return sanitizeForStorage({
      direction,
      fromNumber: from,
      toNumber: to,
      customerName,
      ...(agent !== null && {
        agentId: await this.agents.findOrCreate(account.id, agent),
        agentSource: 'given' as const,
      }),
      occurredAt: [fileNameTime, modifiedAt].find((time) => time >= EARLIEST_TIME),
    });
  }

  // If this fails, the recording sweep deletes it later.
  private async discard(recording: string): Promise<void> {
    await this.storage.delete(recording).catch((err: unknown) => {
      this.logger.warn({ err, recording }, 'inbox: failed to delete an unused recording');
    });
  }
}
