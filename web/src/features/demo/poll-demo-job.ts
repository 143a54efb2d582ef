import { isFinalCallState } from '@ringwell/domain/calls/call';

import { isNotFound, isUnauthorized } from '../../api/api-error';
import type { DemoJob } from '../../api/types';
import { DEMO_POLL } from '../../lib/constants';
import { fetchDemoJob } from './api';

/** The job failed. `message` is the API's message. */
export class DemoJobFailedError extends Error {
  override readonly name = 'DemoJobFailedError';
}

/** The job's state is unknown, because the API didn't find the job or polling timed out. */
export class DemoJobLostError extends Error {
  override readonly name = 'DemoJobLostError';
}

export type DemoStep = DemoJob['progress'] | 'unknown';

/**
 * Polls a job until it finishes, even if requests fail.
 * @param onStep called with the current step after each request, until the job is finished
 * @throws DemoJobFailedError, DemoJobLostError, ApiError with status 401, or the signal's abort reason
 */
export async function pollDemoJob(id: string, onStep: (step: DemoStep) => void, signal: AbortSignal): Promise<DemoJob> {
  for (let attempt = 0; attempt < DEMO_POLL.maxAttempts; attempt += 1) {
    const job = await fetchDemoJob(id, signal).catch(ignoreTemporaryError);
    if (job && isFinalCallState(job.state)) {
      if (job.error) throw new DemoJobFailedError(job.error.message);
      return job;
    }
    onStep(job?.progress ?? 'unknown');
    await sleep(DEMO_POLL.intervalMs, signal);
  }
  throw new DemoJobLostError('The job did not finish in time.');
}

function ignoreTemporaryError(error: unknown): undefined {
  if (isUnauthorized(error) || isAbortError(error)) throw error;
  if (isNotFound(error)) throw new DemoJobLostError('Job not found.', { cause: error });
  return undefined;
}

export function isAbortError(error: unknown): boolean {
  return error instanceof Error && error.name === 'AbortError';
}

function sleep(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const handleAbort = (): void => {
      clearTimeout(timer);
      reject(signal.reason);
    };
    const timer = setTimeout(() => {
      signal.removeEventListener('abort', handleAbort);
      resolve();
    }, ms);
    if (signal.aborted) handleAbort();
    else signal.addEventListener('abort', handleAbort, { once: true });
  });
}
