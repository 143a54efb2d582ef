import { Inject, Injectable, Optional, type OnApplicationBootstrap, type OnModuleDestroy } from '@nestjs/common';

import type { Call } from '@ringwell/database/calls/call.entity';
import type { PendingWordsRepository, WordsLease } from '@ringwell/database/calls/pending-words.repository';
import { notifyConnectedSystems } from '@ringwell/database/deliveries/plan-call-event';
import { UnitOfWork } from '@ringwell/database/unit-of-work';
import { AppError } from '@ringwell/domain/errors/app-error';
import { sanitizeForStorage } from '@ringwell/domain/text/sanitize-for-storage';
import { DispatcherNotifier } from '@ringwell/jobs/dispatcher-notifier';
import type { Logger } from '@ringwell/platform/logging/create-logger';
import { limitLog } from '@ringwell/platform/logging/limit-log';
import { LOGGER } from '@ringwell/platform/logging/logger.module';
import { PipelineMetrics } from '@ringwell/platform/metrics/pipeline-metrics';
import { startTimeLimit } from '@ringwell/platform/time-limit';

import { Writer } from '../analysis/analyst';
import { CautiousAnalyst, withSummary } from '../analysis/cautious.analyst';
import { Loop } from '../leader/loop';
import { callContext } from './analyze.step';
import { redactDetails } from './redact.step';
import { toTranscript } from './stored-transcript';

const INTERVAL_MS = 1_000;
const MAX_CONCURRENT = 4;
const LEASE_SECONDS = 30;
const HEARTBEAT_MS = 10_000;
const RETRY_MS = 15_000;
const MAX_SERVED_ACCOUNTS = 1_000;

type ApplySummary = Parameters<PendingWordsRepository['save']>[1];

/**
 * Writes call summaries after the labels are committed, a few at a time per worker, alongside its calls. PostgreSQL
 * assigns the summaries to workers: when a lease expires, another worker starts over.
 */
@Injectable()
export class WordsLoop implements OnApplicationBootstrap, OnModuleDestroy {
  private readonly stopController = new AbortController();
  private readonly loop: Loop;
  private readonly pendingWrites = new Set<Promise<void>>();
  private servedAccountIds: string[] = [];

  constructor(
    private readonly unitOfWork: UnitOfWork,
    private readonly analyst: CautiousAnalyst,
    @Optional() @Inject(Writer) private readonly writer: Writer | null,
    private readonly dispatcher: DispatcherNotifier,
    private readonly metrics: PipelineMetrics,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {
    this.loop = new Loop(
      () => this.pass(),
      INTERVAL_MS,
      limitLog((err: unknown) => logger.warn({ err }, 'words: failed to claim calls')),
    );
  }

  onApplicationBootstrap(): void {
    this.loop.start();
  }

  // Resolves once the calls in progress are released.
  async onModuleDestroy(): Promise<void> {
    this.stopController.abort(new Error('The worker is stopping.'));
    await this.loop.stop();
    await Promise.all(this.pendingWrites);
  }

  /** Fills all free slots without waiting for calls in progress, so that a slow call doesn't delay the others. */
  async pass(): Promise<void> {
    const { writer } = this;
    const freeSlots = (writer?.maxConcurrent ?? MAX_CONCURRENT) - this.pendingWrites.size;
    if (writer === null || freeSlots <= 0 || writer.reserve?.() === false) return;
    const leases = await this.unitOfWork.run(({ pendingWords }) =>
      pendingWords.claim(freeSlots, LEASE_SECONDS, this.servedAccountIds),
    );
    const accountIds = new Set(leases.map(({ accountId }) => accountId));
    this.servedAccountIds = [...this.servedAccountIds.filter((id) => !accountIds.has(id)), ...accountIds].slice(
      -MAX_SERVED_ACCOUNTS,
    );
    for (const lease of leases) {
      const write = this.processLease(lease, writer)
        .catch((error: unknown) =>
          this.logger.warn({ err: error, callId: lease.callId }, 'words: failed to save summary'),
        )
        .finally(() => this.pendingWrites.delete(write));
      this.pendingWrites.add(write);
    }
  }

  private async processLease(lease: WordsLease, writer: Writer): Promise<void> {
    const limit = startTimeLimit(Math.max(0, lease.msUntilGivenUp), this.stopController.signal);
    const heartbeat = setInterval(() => void this.extendLease(lease), HEARTBEAT_MS);
    try {
      if (await this.writeSummary(lease, writer, limit.signal)) this.dispatcher.notify();
    } catch (error) {
      if (!this.stopController.signal.aborted)
        this.logger.warn({ err: error, callId: lease.callId }, 'words: failed to write summary');
      if (error instanceof AppError) this.metrics.countProviderError(writer.engine ?? 'llama', error.code);
      await this.retryOrGiveUp(lease, error);
    } finally {
      clearInterval(heartbeat);
      limit.end();
    }
  }

  // A long call can take a language model many requests and several minutes.
  private async extendLease(lease: WordsLease): Promise<void> {
    await this.unitOfWork
      .run(({ pendingWords }) => pendingWords.extend(lease, LEASE_SECONDS))
      .catch((error: unknown) =>
        this.logger.warn({ err: error, callId: lease.callId }, 'words: failed to extend lease'),
      );
  }

  // After a permanent error, such as a rejected key, the note is released without a summary.
  private async retryOrGiveUp(lease: WordsLease, error: unknown): Promise<void> {
    const { retryable = true, retryAfterMs = 0 } = error instanceof AppError ? error : {};
    const delayMs = this.stopController.signal.aborted ? 0 : Math.max(RETRY_MS, retryAfterMs);
    await this.unitOfWork.run<unknown>(({ pendingWords }) =>
      retryable ? pendingWords.retry(lease, delayMs) : pendingWords.save(lease, null),
    );
    if (!retryable) this.dispatcher.notify();
  }

  private async writeSummary(lease: WordsLease, writer: Writer, signal: AbortSignal): Promise<boolean> {
    const { accountId, callId } = lease;
    const [callWithResult, settings, guideline] = await this.unitOfWork.run(async ({ calls, accounts, guidelines }) => [
      await calls.findWithResult(accountId, callId),
      await accounts.findSettings(accountId),
      await guidelines.findCurrent(accountId),
    ]);
    if (!callWithResult?.analysis || !callWithResult.transcript || !settings) return this.save(lease, null);
    const { call, analysis, transcript } = callWithResult;
    const redacted = redactDetails(call, settings);
    const context = callContext(redacted.call, redacted.settings, guideline);
    const { engine } = writer;
    if (engine === null) return this.save(lease, null);
    const summary = sanitizeForStorage(
      await this.analyst.write(toTranscript(transcript), analysis.sentiment, context, { signal }),
    );
    return this.save(lease, summary && ((current) => withSummary(current, summary, engine)), call);
  }

  // Messages that have already been sent are updated with the new summary.
  private save(lease: WordsLease, applySummary: ApplySummary, call?: Call): Promise<boolean> {
    return this.unitOfWork.run(async (repositories) => {
      const isSaved = await repositories.pendingWords.save(lease, applySummary);
      if (!isSaved || !applySummary || !call) return isSaved;
      await (lease.isRewrite
        ? notifyConnectedSystems(repositories, call)
        : repositories.callEvents.planAlertUpdates(call.id));
      return isSaved;
    });
  }
}
