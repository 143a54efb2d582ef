import { randomUUID } from 'node:crypto';

import { BullModule, Processor } from '@nestjs/bullmq';
import { Global, Injectable, Module, type INestApplicationContext, type OnApplicationBootstrap } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { Queue, QueueEvents } from 'bullmq';
import { Redis } from 'ioredis';

import { ConfigModule } from '@ringwell/platform/config/config.module';
import type { Config } from '@ringwell/platform/config/environment-settings';
import { createLogger } from '@ringwell/platform/logging/create-logger';
import { testSettings } from '@ringwell/testing/test-settings';

import type { JobHandlers } from './job-contract';
import { JobQueues } from './job-queues';
import { JobQueuesModule } from './job-queues.module';
import type { QUEUES } from './queue-contracts';
import { CONSUMERS, PROCESSOR_OPTIONS, QueueProcessor } from './queue-processor';

const CONNECTION = Symbol('CONNECTION');
const prefix = `test-${randomUUID()}`;
const handledPayloads: unknown[] = [];

@Injectable()
@Processor({ name: 'calls', configKey: CONSUMERS }, PROCESSOR_OPTIONS)
class TestProcessor extends QueueProcessor<'calls'> implements OnApplicationBootstrap {
  protected override readonly handlers: JobHandlers<(typeof QUEUES)['calls']> = {
    'calls.run': async (payload) => {
      handledPayloads.push(payload);
    },
  };

  constructor() {
    super('calls', createLogger({ service: 'worker', level: 'error', output: { write: () => undefined } }));
  }

  onApplicationBootstrap(): void {
    this.start(1);
  }
}

@Global()
@Module({
  providers: [{ provide: CONNECTION, useFactory: () => new Redis(testSettings().redisUrl) }],
  exports: [CONNECTION],
})
class ConnectionModule {}

describe('a job with a contract', () => {
  const [connection, eventsConnection] = [1, 2].map(
    () => new Redis(testSettings().redisUrl, { maxRetriesPerRequest: null }),
  ) as [Redis, Redis];
  let app: INestApplicationContext;
  let queues: JobQueues;
  let processor: TestProcessor;
  let events: QueueEvents;
  let rawQueue: Queue;

  beforeAll(async () => {
    @Module({
      imports: [
        ConfigModule.with({ QUEUE_PREFIX: prefix } as Config),
        ConnectionModule,
        JobQueuesModule.forRoot(CONNECTION),
        BullModule.forRootAsync(CONSUMERS, { useFactory: () => ({ connection, prefix }) }),
      ],
      providers: [TestProcessor],
    })
    class TestModule {}

    rawQueue = new Queue('calls', { connection, prefix });
    events = new QueueEvents('calls', { connection: eventsConnection, prefix });
    await events.waitUntilReady();
    app = await NestFactory.createApplicationContext(TestModule, { logger: false });
    await app.init();
    queues = app.get(JobQueues);
    processor = app.get(TestProcessor);
  });
  afterAll(async () => {
    const producer = app.get<Redis>(CONNECTION);
    await Promise.all([app.close(), events.close(), rawQueue.close()]);
    for (const redis of [connection, eventsConnection, producer]) redis.disconnect();
  });

  it('reaches its handler with the published payload', async () => {
    const payload = { callId: randomUUID(), leaseToken: randomUUID() };
    const completed = new Promise((resolve) => {
      processor.worker.once('completed', resolve);
    });
    await queues.calls.publish([{ name: 'calls.run', id: `${payload.callId}-${payload.leaseToken}`, payload }]);
    await completed;
    expect(handledPayloads).toContainEqual(payload);
  });

  it.each([
    ['an unknown job', 'calls.walk', {}, 'no job named calls.walk'],
    ['an invalid payload', 'calls.run', { callId: 'not an id', leaseToken: randomUUID() }, 'callId'],
    [
      'a payload with an extra field',
      'calls.run',
      { callId: randomUUID(), leaseToken: randomUUID(), transcript: 'words' },
      'does not match its contract',
    ],
  ])('fails on the first attempt without a retry: %s', async (_case, name, data, reason) => {
    const job = await rawQueue.add(name, data, { attempts: 5 });
    await expect(job.waitUntilFinished(events)).rejects.toThrow(reason);
    expect((await rawQueue.getJob(job.id ?? ''))?.attemptsMade).toBe(1);
  });

  it('is not published together with a job whose payload is invalid', async () => {
    const validPayload = { callId: randomUUID(), leaseToken: randomUUID() };
    const invalidPayload = { callId: randomUUID(), leaseToken: 'not a token' };
    await expect(
      queues.calls.publish(
        [validPayload, invalidPayload].map((payload) => ({ name: 'calls.run', id: payload.callId, payload })),
      ),
    ).rejects.toThrow('leaseToken');
    expect(await queues.calls.findPending([validPayload.callId])).toEqual(new Set());
  });

  it('is pending while it waits, but not after a failure', async () => {
    await processor.worker.pause();
    const payload = { callId: randomUUID(), leaseToken: randomUUID() };
    await queues.calls.publish([{ name: 'calls.run', id: 'waiting-one', payload }]);
    const failedJobs = await rawQueue.getFailed();
    expect(await queues.calls.findPending(['waiting-one', failedJobs[0]?.id ?? '', 'never-seen'])).toEqual(
      new Set(['waiting-one']),
    );
    await processor.worker.resume();
  });

  it('does not compile without a handler for its payload', () => {
    // @ts-expect-error a missing handler does not compile
    const missingHandlers: JobHandlers<(typeof QUEUES)['calls']> = {};
    const handler = async (payload: { deliveryId: string }): Promise<void> => {
      handledPayloads.push(payload);
    };
    // @ts-expect-error a handler for another payload does not compile
    const wrongHandlers: JobHandlers<(typeof QUEUES)['calls']> = { 'calls.run': handler };
    expect([missingHandlers, wrongHandlers]).toHaveLength(2); // the test passes if this file compiles
  });
});
