import { setTimeout as sleep } from 'node:timers/promises';

import { timedOut } from '@ringwell/domain/errors/app-error';
import { EarlyEnd } from '@ringwell/domain/errors/early-end';
import { FakeTraceCollector } from '@ringwell/testing/fake-trace-collector';

import { createLogger, type Logger } from '../logging/create-logger';
import { getActiveSpanIds, annotateSpan, getCurrentTraceParent, withSpan, startSpan } from './span';
import { startTracing, type StopTracing } from './start-tracing';

const TRACE_ID = '0af7651916cd43dd8448eb211c80319c';
const TRACE_PARENT = `00-${TRACE_ID}-b7ad6b7169203331-01`;

class Skipped extends EarlyEnd {}

describe('tracing', () => {
  const lines: string[] = [];
  const logger: Logger = createLogger({
    service: 'worker',
    level: 'info',
    output: { write: (line) => lines.push(line) },
  });
  let collector: FakeTraceCollector;
  let stop: StopTracing;

  const start = async (options: { headers?: Record<string, string>; sampleRate?: number } = {}): Promise<void> => {
    stop = await startTracing(
      'ringwell-worker',
      {
        OTEL_EXPORTER_OTLP_ENDPOINT: `${collector.origin}/`,
        OTEL_EXPORTER_OTLP_HEADERS: options.headers,
        OTEL_TRACES_SAMPLER_ARG: options.sampleRate ?? 1,
      },
      logger,
    );
  };
  const findLines = (text: string): string[] => lines.filter((line) => line.includes(text));

  beforeEach(async () => {
    lines.length = 0;
    stop = () => Promise.resolve();
    collector = new FakeTraceCollector();
    await collector.start();
  });
  afterEach(async () => {
    await stop();
    await collector.stop();
  });

  it('is off without an endpoint', async () => {
    stop = await startTracing(
      'ringwell-worker',
      { OTEL_EXPORTER_OTLP_ENDPOINT: undefined, OTEL_EXPORTER_OTLP_HEADERS: undefined, OTEL_TRACES_SAMPLER_ARG: 1 },
      logger,
    );
    const ids = await withSpan('work', {}, async () => [getCurrentTraceParent(), getActiveSpanIds()]);
    expect(ids).toEqual([undefined, {}]);
    expect(startSpan('work', { parent: TRACE_PARENT }).traceParent).toBeUndefined();
  });

  it("continues another process's trace, and logs the ids", async () => {
    await start({ headers: { 'x-api-key': 'for the collector' } });
    const inner = await withSpan('outer', { kind: 'consumer', parent: TRACE_PARENT }, async () => {
      logger.info({ attempt: 1 }, 'inside');
      return withSpan('inner', { attributes: { 'ringwell.step': 'inner' } }, async () => {
        await sleep(1);
        annotateSpan({ 'ringwell.attempt': 2 });
        return getCurrentTraceParent();
      });
    });
    logger.info('outside');
    await stop();
    const [innerSpan, outerSpan] = collector.spans;
    expect(collector.requests).toMatchObject([{ path: '/v1/traces', headers: { 'x-api-key': 'for the collector' } }]);
    expect(outerSpan).toMatchObject({
      service: 'ringwell-worker',
      name: 'outer',
      traceId: TRACE_ID,
      parentSpanId: 'b7ad6b7169203331',
    });
    expect(innerSpan).toMatchObject({
      name: 'inner',
      traceId: TRACE_ID,
      parentSpanId: outerSpan?.spanId,
      attributes: { 'ringwell.step': 'inner', 'ringwell.attempt': 2 },
    });
    expect(inner).toBe(`00-${TRACE_ID}-${innerSpan?.spanId}-01`);
    expect(findLines('inside')).toEqual([
      expect.stringContaining(`"traceId":"${TRACE_ID}","spanId":"${outerSpan?.spanId}"`),
    ]);
    expect(findLines('outside')[0]).not.toContain('traceId');
  });

  it('starts a trace when the traceparent is missing or invalid', async () => {
    await start();
    for (const parent of [null, 'nonsense', `00-${'0'.repeat(32)}-b7ad6b7169203331-01`])
      await withSpan('outer', {}, () => withSpan('inner', { parent }, () => Promise.resolve()));
    await stop();
    const inner = collector.spans.filter(({ name }) => name === 'inner');
    expect(inner.map(({ parentSpanId }) => parentSpanId ?? '')).toEqual(['', '', '']);
    expect(new Set(collector.spans.map(({ traceId }) => traceId)).size).toBe(6);
  });

  it("records an error's code, but never its message", async () => {
    await start();
    const failures = [timedOut('DELIVERY_TIMEOUT', 'No response to hush.'), new TypeError('hush'), new Skipped('hush')];
    for (const error of failures) await expect(withSpan('work', {}, () => Promise.reject(error))).rejects.toBe(error);
    await stop();
    expect(collector.spans.map(({ status, attributes }) => [status, attributes])).toEqual([
      [{ code: 2, message: 'DELIVERY_TIMEOUT' }, { 'error.type': 'DELIVERY_TIMEOUT' }],
      [{ code: 2, message: 'TypeError' }, { 'error.type': 'TypeError' }],
      [{ code: 0 }, {}],
    ]);
    expect(JSON.stringify(collector.spans)).not.toContain('hush');
  });

  it('does not record an unsampled trace, even in downstream processes', async () => {
    await start({ sampleRate: 0 });
    const parent = await withSpan('here', {}, async () => getCurrentTraceParent());
    expect(parent).toMatch(/^00-[\da-f]{32}-[\da-f]{16}-00$/);
    await withSpan('there', { parent }, () => Promise.resolve());
    await withSpan('started elsewhere', { parent: TRACE_PARENT }, () => Promise.resolve());
    await stop();
    expect(collector.spans.map(({ name }) => name)).toEqual(['started elsewhere']);
  });
});
