import { isFinalCallState } from '@ringwell/domain/call';

import type { DemoJob } from '../../api/types';
import { ApiError, isUnauthorized } from '../../lib/api-error';
import { DEMO_POLL } from '../../lib/constants';
import { demoJob } from './api';

/** The job ended without a result. `message` says why, in the API's words. */
export class DemoFailed extends Error {
  override readonly name = 'DemoFailed';
}

/** It is not known how the job stands: the API does not know it, or it was asked for as often as is reasonable. */
export class DemoLost extends Error {
  override readonly name = 'DemoLost';
}

/** The step that a job is at; `unknown` while it cannot be asked for. */
export type DemoStep = DemoJob['progress'] | 'unknown';

/**
 * Asks for a job until it has ended, through failures too.
 * @param onStep called with the step it is at, each time
 * @throws DemoFailed, DemoLost, the reason of an aborted signal, and a 401
 */
export async function followDemo(id: string, onStep: (step: DemoStep) => void, signal: AbortSignal): Promise<DemoJob> {
  for (let asked = 0; asked < DEMO_POLL.times; asked += 1) {
    const job = await demoJob(id, signal).catch(unlessFinal);
    if (job && isFinalCallState(job.state)) {
      if (job.error) throw new DemoFailed(job.error.message);
      return job;
    }
    onStep(job?.progress ?? 'unknown');
    await pause(DEMO_POLL.everyMs, signal);
  }
  throw new DemoLost('The job has not ended in time.');
}

/** @throws what asking again cannot mend */
function unlessFinal(error: unknown): undefined {
  if (isUnauthorized(error) || isAbort(error)) throw error;
  const isUnknown = error instanceof ApiError && error.status === 404;
  if (isUnknown) throw new DemoLost('The API does not know the job.', { cause: error });
  return undefined;
}

/** Whether somebody left before the answer came. */
export function isAbort(error: unknown): boolean {
  return error instanceof Error && error.name === 'AbortError';
}

function pause(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const stop = (): void => {
      clearTimeout(timer);
      reject(signal.reason);
    };
    const timer = setTimeout(() => {
      signal.removeEventListener('abort', stop);
      resolve();
    }, ms);
    if (signal.aborted) stop();
    else signal.addEventListener('abort', stop, { once: true });
  });
}
