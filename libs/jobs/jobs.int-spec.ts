import { randomUUID } from 'node:crypto';

import { Queue, QueueEvents, Worker } from 'bullmq';
import { Redis } from 'ioredis';

import { testSettings } from '@ringwell/testing/test-settings';

import type { QUEUES } from './contracts';
import type { JobHandlers } from './job-contract';
import { jobProcessor } from './job-processor';
import { JobQueues } from './job-queues';

describe('typed jobs', () => {
  const prefix = `test-${randomUUID()}`;
  const [connection, forEvents, forWorker] = [1, 2, 3].map(() => new Redis(testSettings().redisUrl, { maxRetriesPerRequest: null })) as [Redis, Redis, Redis];
  const handled: unknown[] = [];
  const handlers: JobHandlers<(typeof QUEUES)['calls']> = { 'calls.run': async (payload) => { handled.push(payload); } };
  let queues: JobQueues;
  let worker: Worker;
  let events: QueueEvents;
  let raw: Queue;

  beforeAll(async () => {
    queues = new JobQueues(connection, prefix);
    raw = new Queue('calls', { connection, prefix });
    events = new QueueEvents('calls', { connection: forEvents, prefix });
    worker = new Worker('calls', jobProcessor('calls', handlers), { connection: forWorker, prefix });
    await Promise.all([events.waitUntilReady(), worker.waitUntilReady()]);
  });
  afterAll(async () => {
    await Promise.all([worker.close(), events.close(), raw.close(), queues.close()]);
    for (const redis of [connection, forEvents, forWorker]) redis.disconnect();
  });

  it('reach their handler with what was sent', async () => {
    const payload = { callId: randomUUID(), leaseToken: randomUUID() };
    const done = new Promise((resolve) => { worker.once('completed', resolve); });
    await queues.calls.publish([{ name: 'calls.run', id: `${payload.callId}-${payload.leaseToken}`, payload }]);
    await done;
    expect(handled).toContainEqual(payload);
  });

  it.each([
    ['an unknown job', 'calls.walk', {}, 'no job named calls.walk'],
    ['a payload that does not fit', 'calls.run', { callId: 'not an id', leaseToken: randomUUID() }, 'callId'],
    ['a payload with something extra', 'calls.run', { callId: randomUUID(), leaseToken: randomUUID(), transcript: 'words' }, 'does not fit its contract'],
  ])('fail loudly on the first try: %s', async (_case, name, data, reason) => {
    const job = await raw.add(name, data, { attempts: 5 });
    await expect(job.waitUntilFinished(events)).rejects.toThrow(reason);
    expect((await raw.getJob(job.id ?? ''))?.attemptsMade).toBe(1);
  });

  it('are checked before they are sent, all or none', async () => {
    const good = { callId: randomUUID(), leaseToken: randomUUID() };
    const bad = { callId: randomUUID(), leaseToken: 'no token' };
    await expect(queues.calls.publish([good, bad].map((payload) => ({ name: 'calls.run', id: payload.callId, payload })))).rejects.toThrow('leaseToken');
    expect(await queues.calls.alive([good.callId])).toEqual(new Set());
  });

  it('count as alive while they wait, not once they failed', async () => {
    await worker.pause();
    const payload = { callId: randomUUID(), leaseToken: randomUUID() };
    await queues.calls.publish([{ name: 'calls.run', id: 'waiting-one', payload }]);
    const failed = await raw.getFailed();
    expect(await queues.calls.alive(['waiting-one', failed[0]?.id ?? '', 'never-seen'])).toEqual(new Set(['waiting-one']));
    await worker.resume();
  });

  it('must all have a handler', () => {
    // @ts-expect-error a missing handler does not compile
    const incomplete: JobHandlers<(typeof QUEUES)['calls']> = {};
    // @ts-expect-error nor does a handler of another payload
    const wrong: JobHandlers<(typeof QUEUES)['calls']> = { 'calls.run': async (payload: { deliveryId: string }) => { handled.push(payload); } };
    expect([incomplete, wrong]).toHaveLength(2); // what counts is that this file compiles
  });
});
