import type { JobQueues } from '@ringwell/jobs/job-queues';
import type { Logger } from '@ringwell/platform/logging/create-logger';

import type { CallRunService } from '../calls/call-run.service';
import type { StorageMonitorService } from '../calls/storage-monitor.service';
import { WorkerIdentity } from '../worker-identity';
import { WatchdogService } from './watchdog.service';

const SILENT_LOGGER = { fatal: () => undefined, warn: () => undefined } as unknown as Logger;

describe('WatchdogService, when calls have been queued for two minutes', () => {
  let exit: jest.SpyInstance;
  beforeEach(() => {
    jest.useFakeTimers();
    exit = jest.spyOn(process, 'exit').mockImplementation(() => undefined as never);
  });
  afterEach(() => {
    jest.useRealTimers();
    exit.mockRestore();
  });

  it.each<[string, { slots: number; activeCount: number; isReachable: boolean; isPaused?: boolean }, boolean]>([
    ['exits if the worker is not running a call', { slots: 2, activeCount: 0, isReachable: true }, true],
    ['does not exit if the queue is paused', { slots: 2, activeCount: 0, isReachable: true, isPaused: true }, false],
    ['does not exit if the worker is running a call', { slots: 2, activeCount: 1, isReachable: true }, false],
    [
      'does not exit if the worker cannot reach the recordings',
      { slots: 2, activeCount: 0, isReachable: false },
      false,
    ],
    ['does not exit if the worker has no recognizer', { slots: 0, activeCount: 0, isReachable: true }, false],
  ])('%s', async (_, { slots, activeCount, isReachable, isPaused = false }, shouldExit) => {
    const calls = { countWaiting: async () => 1, isPaused: async () => isPaused };
    const watchdog = new WatchdogService(
      { calls } as JobQueues,
      new WorkerIdentity(
        () => slots,
        () => ({ transcription: 'none', analysis: 'local' }),
      ),
      { activeCount } as CallRunService,
      { isReachable } as StorageMonitorService,
      SILENT_LOGGER,
    );
    watchdog.onApplicationBootstrap();
    await jest.advanceTimersByTimeAsync(120_000);
    await watchdog.onModuleDestroy();
    expect(exit.mock.calls.length > 0).toBe(shouldExit);
  });
});
