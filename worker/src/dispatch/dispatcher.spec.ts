import type { ReaperRepository } from '@ringwell/database/calls/reaper.repository';
import type { DispatchRepository } from '@ringwell/database/scheduling/dispatch.repository';
import type { JobQueues } from '@ringwell/jobs/job-queues';

import { ChannelRegistry } from '../deliveries/channel-registry';
import { fakeLeader } from '../leader/testing/fake-leader';
import { DispatcherLoop } from './dispatcher.loop';

it('waits before releasing calls again when Redis refuses writes', async () => {
  const releaseDueCalls = jest.fn(async () => [{ callId: 'call', leaseToken: 'lease', traceParent: null }]);
  const dispatch = { computeRoom: async () => ({ calls: 1 }), releaseDueCalls };
  const undoRelease = jest.fn(async () => true);
  const publish = (): Promise<never> => Promise.reject(new Error('OOM command not allowed'));
  const dispatcher = new DispatcherLoop(
    fakeLeader(),
    dispatch as unknown as DispatchRepository,
    { undoRelease } as unknown as ReaperRepository,
    { isReachable: true, calls: { publish } } as unknown as JobQueues,
    new ChannelRegistry([]),
  );
  await expect(dispatcher.pass()).rejects.toThrow('OOM');
  await dispatcher.pass();
  expect(releaseDueCalls).toHaveBeenCalledTimes(1);
  expect(undoRelease).toHaveBeenCalledTimes(1);
  const later = performance.now() + 2_000;
  const clock = jest.spyOn(performance, 'now').mockReturnValue(later);
  await expect(dispatcher.pass()).rejects.toThrow('OOM');
  clock.mockRestore();
});
