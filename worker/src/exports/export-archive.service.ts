import { Readable } from 'node:stream';

import { Inject, Injectable } from '@nestjs/common';

import { AccountsRepository } from '@ringwell/database/accounts/accounts.repository';
import { AccountExportsRepository, type ClaimedExport } from '@ringwell/database/calls/account-exports.repository';
import { ExportedCallsRepository } from '@ringwell/database/calls/exported-calls.repository';
import { createZipArchive } from '@ringwell/platform/archive/zip-archive';
import { CONFIG } from '@ringwell/platform/config/config.module';
import type { Config } from '@ringwell/platform/config/environment-settings';
import { formatSpreadsheetTime } from '@ringwell/platform/spreadsheet';
import { RecordingStorage } from '@ringwell/platform/storage/recording-storage';

import { ExportFilesService } from './export-files.service';
import type { ExportMeter } from './export-meter';
import { exportReadme } from './export-readme';

// Estimated size of a call without its recording: archive records, its row and its compressed transcript.
const BYTES_PER_CALL = 8_192;

@Injectable()
export class ExportArchiveService {
  constructor(
    private readonly exports: AccountExportsRepository,
    private readonly accounts: AccountsRepository,
    private readonly calls: ExportedCallsRepository,
    private readonly files: ExportFilesService,
    private readonly storage: RecordingStorage,
    @Inject(CONFIG) private readonly config: Pick<Config, 'PRODUCT_NAME'>,
  ) {}

  /**
   * @returns the file size
   * @throws AppError from the storage, or the signal's reason
   */
  async write(claimed: ClaimedExport, meter: ExportMeter, signal: AbortSignal): Promise<number> {
    const { id, accountId, startedAt: cutoff, storageKey } = claimed;
    const { calls, recordingBytes } = await this.calls.count(accountId, cutoff);
    meter.totalCalls = calls;
    const timeZone = await this.accounts.findTimeZone(accountId);
    const readme = exportReadme({
      productName: this.config.PRODUCT_NAME,
      accountName: (await this.exports.findEmailData(id))?.accountName ?? '',
      startedAt: formatSpreadsheetTime(cutoff, timeZone),
      timeZone,
      calls,
    });
    const archive = createZipArchive(this.files.streamFiles({ accountId, cutoff, timeZone, readme, meter, signal }));
    const { bytes } = await this.storage.put(storageKey, Readable.from(archive, { objectMode: false }), {
      signal,
      expectedBytes: recordingBytes + calls * BYTES_PER_CALL,
      name: `exports/${id}`,
    });
    return bytes;
  }
}
