import { setTimeout as sleep } from 'node:timers/promises';

import { generateWebhookSecret } from '@ringwell/platform/crypto/standard-webhook';
import { PRODUCT_VERSION } from '@ringwell/platform/product-version';
import { FakeTraceCollector, type CollectedSpan } from '@ringwell/testing/fake-trace-collector';
import { FakeTranscriptionServer } from '@ringwell/testing/fake-transcription-server';
import { FakeWebhookReceiver } from '@ringwell/testing/fake-webhook-receiver';
import type { TestAccount } from '@ringwell/testing/make-account';
import type { TestProcess } from '@ringwell/testing/test-process';
import { SHORT_CALL, TestSystem, type ProcessSystem } from '@ringwell/testing/test-system';

const TRACE_ID = '4bf92f3577b34da6a3ce929d0e0e4736';
const PARENT_ID = '00f067aa0ba902b7';
const NUMBER_PREFIX = '+155501001';
const COLLECTOR_KEY = 'visible to the collector only';
const STEPS = ['gate', 'fetch', 'probe', 'transcribe', 'redact', 'analyse', 'conclude'];

// The callback and webhook both get the result, and the webhook also gets the follow-up that the call opens.
const DELIVERIES = ['callback', 'webhook', 'webhook'];

// All of a call's spans, with their parents.
const TREE = [
  ['POST /api/n8n/calls', 'the sender'],
  ['dispatch calls.run', 'POST /api/n8n/calls'],
  ['calls.run', 'dispatch calls.run'],
  ...STEPS.map((step) => [step, 'calls.run']),
  ...DELIVERIES.flatMap((channel) => [
    ['dispatch deliveries.send', 'calls.run'],
    ['deliveries.send', 'dispatch deliveries.send'],
    [`deliver_${channel}`, 'deliveries.send'],
  ]),
];

const ATTRIBUTES = [
  'error.type',
  'http.request.method',
  'http.response.status_code',
  'http.route',
  'ringwell.account.id',
  'ringwell.attempt',
  'ringwell.call.id',
  'ringwell.delivery.channel',
  'ringwell.delivery.id',
  'ringwell.engine',
  'ringwell.outcome',
  'ringwell.run_number',
  'ringwell.step',
];

describe('traces', () => {
  const collector = new FakeTraceCollector();
  const provider = new FakeTranscriptionServer();
  const receiver = new FakeWebhookReceiver();
  let system: ProcessSystem;
  let account: TestAccount;
  let callCount = 0;

  beforeAll(async () => {
    await Promise.all([collector, provider, receiver].map((server) => server.start()));
    system = await TestSystem.start({
      processes: true, // each has its own tracing
      env: {
        TRANSCRIPTION_BASE_URL: provider.baseUrl,
        OUTBOUND_ALLOW: new URL(receiver.origin).host,
        OTEL_EXPORTER_OTLP_ENDPOINT: collector.origin,
        OTEL_EXPORTER_OTLP_HEADERS: `x-api-key=${encodeURIComponent(COLLECTOR_KEY)}`,
      },
    });
    account = await system.database.makeAccount({
      secrets: { webhookUrl: `${receiver.origin}/secret-path`, webhookSecret: generateWebhookSecret() },
    });
  });
  beforeEach(() => {
    collector.requests.length = 0;
  });
  afterAll(async () => {
    await system?.stop();
    await Promise.all([collector, provider, receiver].map((server) => server.stop()));
  });

  const getWorker = (): TestProcess => system.workers.at(-1) as TestProcess;
  const waitUntil = async (isMet: () => boolean): Promise<void> => {
    const deadline = Date.now() + 120_000;
    while (!isMet()) {
      if (Date.now() > deadline) throw new Error(`Condition not met:\n${getWorker().log.slice(-15).join('\n')}`);
      await sleep(50);
    }
  };
  const findLogLines = ({ log }: TestProcess, text: string): string[] => log.filter((line) => line.includes(text));

  // Resolves once all messages have arrived. Each call has a different customer, so each opens a follow-up.
  const processCall = async (headers: Record<string, string> = {}): Promise<string> => {
    const requestsBefore = receiver.requests.length;
    const id = await system.submit(
      account,
      SHORT_CALL,
      {
        callbackUrl: `${receiver.origin}/callback?signature=sesame`,
        customerName: 'Dana Whitfield',
        from: `${NUMBER_PREFIX}${String((callCount += 1)).padStart(2, '0')}`,
      },
      headers,
    );
    expect(await system.waitForCall(account, id)).toMatchObject({ state: 'completed', attempts: 1 });
    await waitUntil(() => receiver.requests.length >= requestsBefore + DELIVERIES.length);
    return id;
  };
  const resumeSending = async (): Promise<void> => {
    const resumesBefore = findLogLines(getWorker(), 'tracing: sending resumed').length;
    collector.reply = () => ({ body: {} });
    await processCall();
    await waitUntil(() => findLogLines(getWorker(), 'tracing: sending resumed').length === resumesBefore + 1);
  };

  it('cause one warning and no delays while the collector fails', async () => {
    collector.reply = () => ({ status: 500, body: 'no' });
    await processCall();
    await waitUntil(() => collector.requests.filter(isFromWorker).length >= 1);
    await processCall();
    await waitUntil(() => collector.requests.filter(isFromWorker).length >= 2);
    expect(findLogLines(getWorker(), 'tracing: failed to send spans')).toHaveLength(1);
    expect(findLogLines(getWorker(), 'tracing: failed to send spans')[0]).toContain('"code":500');
    await resumeSending();
  });

  it('do not delay anything while the collector refuses connections', async () => {
    const { port } = new URL(collector.origin);
    const warningCount = findLogLines(getWorker(), 'tracing: failed to send spans').length;
    await collector.stop();
    await processCall();
    await waitUntil(() => findLogLines(getWorker(), 'tracing: failed to send spans').length === warningCount + 1);
    await processCall();
    await collector.start(Number(port));
    await resumeSending();
  });

  it('follow a call from the request to its deliveries, through all processes', async () => {
    const callId = await processCall({ traceparent: `00-${TRACE_ID}-${PARENT_ID}-01` });
    const { transcript } = await system.fetchCall(account, callId);
    const { log } = getWorker();
    expect(await getWorker().stop()).toBe(0); // flushes its last spans
    const callSpans = (): CollectedSpan[] => collector.spans.filter(({ traceId }) => traceId === TRACE_ID);
    await waitUntil(() => callSpans().some(({ service }) => service === 'ringwell-api'));
    const spans = callSpans();
    const getSpanName = (id?: string): string =>
      id === PARENT_ID ? 'the sender' : (spans.find(({ spanId }) => spanId === id)?.name ?? 'none');
    const names = spans.map(({ name, parentSpanId }) => [name, getSpanName(parentSpanId)].join(' < '));
    expect(names.toSorted()).toEqual(TREE.map((pair) => pair.join(' < ')).toSorted());

    const findSpan = (name: string): CollectedSpan | undefined => spans.find((span) => span.name === name);
    expect(findSpan('POST /api/n8n/calls')).toMatchObject({
      service: 'ringwell-api',
      version: PRODUCT_VERSION,
      attributes: {
        'http.route': '/api/n8n/calls',
        'http.response.status_code': 202,
        'ringwell.account.id': account.account.id,
        'ringwell.call.id': callId,
      },
    });
    expect(findSpan('calls.run')).toMatchObject({
      service: 'ringwell-worker',
      attributes: { 'ringwell.call.id': callId, 'ringwell.attempt': 1, 'ringwell.outcome': 'completed' },
    });
    expect(findSpan('transcribe')?.attributes['ringwell.engine']).toBe(transcript?.engine);
    const deliveries = spans.filter(({ name }) => name === 'deliveries.send');
    expect(deliveries.map(({ attributes }) => attributes['ringwell.delivery.channel']).toSorted()).toEqual(DELIVERIES);
    expect(deliveries.map(({ attributes }) => attributes['ringwell.outcome'])).toEqual(['sent', 'sent', 'sent']);
    for (const message of ['calls: run ended', 'delivery: finished attempt'])
      expect(log.filter((line) => line.includes(message) && line.includes(`"traceId":"${TRACE_ID}"`))).not.toEqual([]);

    const spanTexts = collector.spans.flatMap(({ name, attributes, events, status }) => [
      name,
      ...Object.values(attributes).map(String),
      JSON.stringify(events),
      status.message ?? '',
    ]);
    const transcriptWords = (transcript?.segments ?? []).flatMap(
      ({ text }) => text.toLowerCase().match(/[a-z]{4,}/g) ?? [],
    );
    expect(transcriptWords).toContain('northside');
    const spanWords = new Set(
      spanTexts
        .join(' ')
        .toLowerCase()
        .match(/[a-z]+/g),
    );
    expect([...transcriptWords, 'dana', 'whitfield', 'sesame', 'secret'].filter((word) => spanWords.has(word))).toEqual(
      [],
    );
    expect(spanTexts.join(' ')).not.toMatch(/55501001|127\.0\.0\.1/);
    expect(spanTexts.join(' ')).not.toContain(account.token);
    const keys = collector.spans.flatMap(({ attributes }) => Object.keys(attributes));
    expect(keys.filter((key) => !ATTRIBUTES.includes(key))).toEqual([]);
    expect(new Set(collector.requests.map(({ headers }) => headers['x-api-key']))).toEqual(new Set([COLLECTOR_KEY]));
    expect([...system.api.log, ...log].join('\n')).not.toContain(COLLECTOR_KEY);
  });

  it('do not delay calls or shutdown while the collector hangs', async () => {
    await system.startWorker();
    collector.reply = () => 'hang';
    await processCall();
    expect(await Promise.all([system.api.stop(), getWorker().stop()])).toEqual([0, 0]);
  });
});

function isFromWorker({ spans }: { spans: CollectedSpan[] }): boolean {
  return spans.some(({ service }) => service === 'ringwell-worker');
}
