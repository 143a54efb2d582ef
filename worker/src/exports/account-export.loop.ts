import { Inject, Injectable, type OnApplicationBootstrap, type OnModuleDestroy } from '@nestjs/common';

import {
  AccountExportsRepository,
  MAX_EXPORT_ATTEMPTS,
  type ClaimedExport,
} from '@ringwell/database/calls/account-exports.repository';
import { toAppError } from '@ringwell/domain/errors/app-error';
import type { Logger } from '@ringwell/platform/logging/create-logger';
import { limitLog } from '@ringwell/platform/logging/limit-log';
import { LOGGER } from '@ringwell/platform/logging/logger.module';

import { Loop } from '../leader/loop';
import { ExportArchiveService } from './export-archive.service';
import { ExportMeter } from './export-meter';
import { ExportOutcomeService } from './export-outcome.service';

const INTERVAL_MS = 2_000;
const HEARTBEAT_MS = 1_000;
// Delay after the first failure. It grows with the square of the number of attempts.
const RETRY_MS = 30_000;

/**
 * Creates exports, one at a time per worker, alongside its calls. PostgreSQL assigns exports to workers: when a lease
 * expires, another worker starts over with a new file. `ExpiredExportsLoop` deletes whatever a killed worker leaves
 * behind.
 */
@Injectable()
export class AccountExportLoop implements OnApplicationBootstrap, OnModuleDestroy {
  private isStopping = false;
  /** Stops the export in progress when the worker stops or loses the lease. */
  private releaseController?: AbortController;
  private readonly loop: Loop;

  constructor(
    private readonly exports: AccountExportsRepository,
    private readonly archive: ExportArchiveService,
    private readonly outcome: ExportOutcomeService,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {
    this.loop = new Loop(
      async () => {
        while (await this.runNextExport());
      },
      INTERVAL_MS,
      limitLog((err: unknown) => logger.warn({ err }, 'export: failed to claim an export')),
    );
  }

  onApplicationBootstrap(): void {
    this.loop.start();
  }

  // Resolves once the export in progress is released.
  onModuleDestroy(): Promise<void> {
    this.isStopping = true;
    this.releaseController?.abort(new Error('The worker is stopping.'));
    return this.loop.stop();
  }

  /** @returns whether an export was due */
  async runNextExport(): Promise<boolean> {
    await this.outcome.failInterrupted();
    const claimed = this.isStopping ? undefined : await this.exports.claim();
    if (!claimed) return false;
    const releaseController = new AbortController();
    this.releaseController = releaseController;
    if (this.isStopping) releaseController.abort(new Error('The worker is stopping.'));
    try {
      await this.createExport(claimed, releaseController);
    } catch (error) {
      // Does nothing if the lease was lost.
      if (releaseController.signal.aborted) await this.exports.release(claimed, 0, false);
      else await this.retryOrFail(claimed, error);
    }
    return true;
  }

  private async createExport(claimed: ClaimedExport, releaseController: AbortController): Promise<void> {
    const { id: exportId, accountId } = claimed;
    const meter = new ExportMeter();
    const heartbeat = new Loop(
      async () => {
        if (await this.exports.extend(claimed, meter.progress)) return;
        releaseController.abort(new Error('The export was canceled, or has to start again.'));
      },
      HEARTBEAT_MS,
      (error) => this.logger.warn({ err: error, exportId }, 'export: failed to extend lease'),
    );
    heartbeat.start();
    try {
      const bytes = await this.archive.write(claimed, meter, releaseController.signal);
      const calls = meter.totalCalls;
      if (await this.outcome.conclude(claimed, calls, bytes))
        this.logger.info({ exportId, accountId, calls, bytes }, 'export: ready');
    } finally {
      await heartbeat.stop();
    }
  }

  private async retryOrFail(claimed: ClaimedExport, error: unknown): Promise<void> {
    const { id: exportId, accountId, attempts } = claimed;
    this.logger.warn({ err: error, exportId, accountId, attempts }, 'export: failed');
    const { code } = toAppError(error);
    if (code === 'STORAGE_FULL') await this.outcome.fail(claimed, 'storage_full');
    else if (attempts >= MAX_EXPORT_ATTEMPTS) await this.outcome.fail(claimed, 'internal');
    else await this.exports.release(claimed, RETRY_MS * attempts ** 2, true);
  }
}
