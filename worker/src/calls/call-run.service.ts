import { AsyncLocalStorage } from 'node:async_hooks';

import { Inject, Injectable } from '@nestjs/common';

import { CallRunsRepository, type ClaimedCall, type Lease } from '@ringwell/database/calls/call-runs.repository';
import type { WorkerEngines } from '@ringwell/database/scheduling/worker.entity';
import type { FINAL_CALL_STATES } from '@ringwell/domain/calls/call';
import { LINK_WAIT_MS, recordingCheckDelayMs } from '@ringwell/domain/deliveries/service-titan';
import { toAppError, type AppError } from '@ringwell/domain/errors/app-error';
import { getOperatorInstruction } from '@ringwell/domain/errors/operator-instruction';
import type { Logger } from '@ringwell/platform/logging/create-logger';
import { LOGGER } from '@ringwell/platform/logging/logger.module';
import { PipelineMetrics } from '@ringwell/platform/metrics/pipeline-metrics';
import { annotateSpan, failSpan } from '@ringwell/platform/tracing/span';

import { RecordingPending } from '../servicetitan/service-titan-recordings.service';
import { MAX_OPERATOR_WAIT_MS, OPERATOR_WAIT_MS, WorkerIdentity } from '../worker-identity';
import { ActiveRun, RunStopped } from './active-run';
import { CallPipeline } from './call-pipeline';
import { CallSkipped } from './gate';
import { SkipStep } from './skip.step';
import { StorageMonitorService } from './storage-monitor.service';

type RunOutcome = (typeof FINAL_CALL_STATES)[number] | 'queued' | 'received';

const WORKER_CRASHED = {
  code: 'WORKER_LOST',
  message: 'Processing was interrupted. Reprocess the call. If it fails again, the recording may be the cause.',
};

@Injectable()
export class CallRunService {
  private readonly active = new Set<ActiveRun>();
  private readonly context = new AsyncLocalStorage<ActiveRun>();
  private pendingClaimCount = 0;
  private isStopping = false;

  constructor(
    private readonly runs: CallRunsRepository,
    private readonly pipeline: CallPipeline,
    private readonly skipStep: SkipStep,
    private readonly identity: WorkerIdentity,
    private readonly storage: StorageMonitorService,
    private readonly metrics: PipelineMetrics,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  /** Number of running calls, including those being claimed. */
  get activeCount(): number {
    return this.active.size + this.pendingClaimCount;
  }

  /** Also calls the listener immediately. */
  onAvailabilityChange(listener: (isAvailable: boolean) => void): void {
    this.storage.subscribe(listener);
  }

  /** Stops all runs, including those being claimed. Their calls are requeued and keep the results saved so far. */
  stopAll(): void {
    this.isStopping = true;
    for (const run of this.active) run.stop('shutdown');
  }

  /**
   * Stops all runs after an uncaught error. Only the call that caused the error uses up an attempt, because its
   * recording may crash every worker that processes it.
   */
  abandonAll(): void {
    this.context.getStore()?.stop('crash');
    this.stopAll();
  }

  /**
   * Runs a call and stores its outcome. Rejects only if PostgreSQL is unavailable. Declines the call while this worker
   * can't reach the recordings.
   */
  async run(lease: Lease): Promise<void> {
    this.pendingClaimCount += 1;
    const claimed = await this.claim(lease).finally(() => {
      this.pendingClaimCount -= 1;
    });
    if (!claimed) return;
    const { call } = claimed;
    annotateSpan({
      'ringwell.call.id': call.id,
      'ringwell.account.id': call.accountId,
      'ringwell.run_number': call.runNumber,
      'ringwell.attempt': call.attempts,
    });
    const run = new ActiveRun(lease, claimed.msUntilDeadline, this.runs, (error) =>
      this.logger.warn({ err: error, callId: lease.callId }, 'calls: failed to renew lease'),
    );
    this.active.add(run);
    if (this.isStopping) run.stop('shutdown');
    try {
      const outcome = await this.context
        .run(run, () => this.runPipeline(claimed, run))
        .catch((error: unknown) => this.handleFailure(claimed, run, error));
      if (outcome && outcome !== 'queued' && outcome !== 'received') this.metrics.countFinishedCall(outcome);
      annotateSpan({ 'ringwell.outcome': outcome ?? 'lease_lost' });
      this.logger.info(
        { callId: lease.callId, state: outcome ?? 'lease_lost', attempt: call.attempts },
        'calls: run ended',
      );
    } finally {
      run.end();
      this.active.delete(run);
    }
  }

  // Returns `null` for a stale job, and while the recordings can't be reached.
  private async claim(lease: Lease): Promise<ClaimedCall | null> {
    if (!(await this.storage.check())) {
      await this.runs.undoRelease(lease);
      return null;
    }
    const claimed = await this.runs.claim(lease, this.identity.id);
    if (!claimed) this.logger.info({ callId: lease.callId }, 'calls: dropped stale job');
    return claimed;
  }

  private async runPipeline(claimed: ClaimedCall, run: ActiveRun): Promise<RunOutcome> {
    run.signal.throwIfAborted();
    await this.pipeline.run(claimed, run);
    return 'completed';
  }

  // Returns `undefined` if the lease was lost.
  private async handleFailure(claimed: ClaimedCall, run: ActiveRun, error: unknown): Promise<RunOutcome | undefined> {
    const { call, ageMs } = claimed;
    const stopReason = run.stopReason ?? (error instanceof RunStopped ? error.reason : undefined);
    if (stopReason === 'lease_lost') return undefined;
    if (stopReason === 'shutdown') return (await this.runs.returnToQueue(run.lease)) ? 'queued' : undefined;
    if (stopReason === 'deadline') return (await this.runs.timeOut(run.lease)) ? 'timed_out' : undefined;
    if (stopReason === 'crash') return this.runs.retryOrFail(run.lease, call.attempts, WORKER_CRASHED);
    if (error instanceof CallSkipped)
      return (await this.skipStep.skip(run.lease, claimed, error)) ? 'skipped' : undefined;
    if (error instanceof RecordingPending) return this.awaitRecording(ageMs, run, error.failure);
    const { code, message, retryable, retryAfterMs, kind } = toAppError(error);
    this.logger.warn({ err: error, callId: call.id, attempt: call.attempts, code }, 'calls: run failed');
    this.metrics.countRunFailure(code);
    failSpan(code);
    if (kind === 'provider') this.metrics.countProviderError(findProvider(code, this.identity.engines), code);
    const instruction = getOperatorInstruction(error);
    // An invalid link, and a demo upload in front of its visitor, can't wait.
    if (instruction !== null && kind !== 'invalid' && call.source !== 'demo' && ageMs < MAX_OPERATOR_WAIT_MS) {
      this.identity.reportProblem('call', instruction);
      return (await this.runs.postpone(run.lease, 'queued', OPERATOR_WAIT_MS, { code, message }))
        ? 'queued'
        : undefined;
    }
    if (!retryable) return (await this.runs.fail(run.lease, code, message)) ? 'failed' : undefined;
    return this.runs.retryOrFail(run.lease, call.attempts, { code, message, kind }, retryAfterMs);
  }

  private async awaitRecording(
    ageMs: number,
    { lease }: ActiveRun,
    failure: AppError | undefined,
  ): Promise<RunOutcome | undefined> {
    const delayMs = recordingCheckDelayMs(ageMs, failure && LINK_WAIT_MS);
    if (delayMs === undefined) {
      if (failure) return (await this.runs.fail(lease, failure.code, failure.message)) ? 'failed' : undefined;
      return (await this.runs.skip(lease, 'no_recording')) ? 'skipped' : undefined;
    }
    const message = failure
      ? `${failure.message} We'll keep checking for an hour, in case the recording isn't ready yet.`
      : "The recording isn't available yet. We'll keep checking for a few hours.";
    return (await this.runs.postpone(lease, 'received', delayMs, { code: 'RECORDING_PENDING', message }))
      ? 'received'
      : undefined;
  }
}

function findProvider(code: string, engines: WorkerEngines): string {
  if (code.startsWith('ANALYSIS_')) return engines.analysis;
  if (code.startsWith('SERVICETITAN_')) return 'servicetitan';
  if (code.startsWith('OUTBOUND_') || code === 'EMPTY_RECORDING') return 'recording_link';
  return engines.transcription;
}
