import type { Transcript } from '@ringwell/domain/calls/transcript';
import { FakeChatServer } from '@ringwell/testing/fake-chat-server';

import type { AnalyzeOptions } from './analyst';
import { LlmAnalyst } from './engines/llm/llm.analyst';
import { LocalAnalyst } from './engines/local/local.analyst';
import { FallbackAnalyst } from './fallback.analyst';

const server = new FakeChatServer();
const { signal } = new AbortController();
const ONE_HOUR_MS = 3_600_000;

beforeAll(() => server.start());
afterAll(() => server.stop());
beforeEach(() => {
  server.requests.length = 0;
});

const TRANSCRIPT: Transcript = {
  engine: 'test',
  language: 'en',
  durationSeconds: 8,
  segments: [
    { speaker: 'agent', startMs: 0, endMs: 2_000, text: 'Northside Heating, this is Dana.' },
    { speaker: 'customer', startMs: 2_400, endMs: 6_000, text: 'Nobody came again. I am very upset about that.' },
  ],
};

const RESPONSE = {
  sentiment: 'negative',
  confidence: 0.9,
  topic: 'no_show',
  followUpNeeded: true,
  course: [],
  quote: { segment: 1, words: 'Nobody came again.' },
  summary: 'Nobody came again, and the customer is very upset.',
  points: [],
  next: [],
};

function analyze(
  options: Partial<AnalyzeOptions>,
  { baseUrl = server.baseUrl, timeoutMs = 60_000, language = 'en' } = {},
): { result: ReturnType<FallbackAnalyst['judge']>; codes: string[] } {
  const codes: string[] = [];
  const model = new LlmAnalyst({ baseUrl, model: 'small-one', timeoutMs });
  const analyst = new FallbackAnalyst(model, new LocalAnalyst(), (code) => codes.push(code));
  return { result: analyst.judge({ ...TRANSCRIPT, language }, {}, { signal, ...options }), codes };
}

const firstAttempt = { attempts: 1, msUntilDeadline: ONE_HOUR_MS };
const spanish = { language: 'es' };
const lastAttempt = { attempts: 5, msUntilDeadline: ONE_HOUR_MS };
const builtInResult = { engine: 'local', fallbackFrom: 'llm:small-one', sentiment: expect.any(String) as string };

it("uses the model's response if there is one", async () => {
  server.reply = () => FakeChatServer.chatReply(RESPONSE);
  const { result, codes } = analyze(lastAttempt);
  const analysis = await result;
  expect(analysis).toMatchObject({ engine: 'llm:small-one', draft: { summary: RESPONSE.summary } });
  expect(analysis).not.toHaveProperty('fallbackFrom');
  expect(codes).toEqual([]);
});

describe.each([
  ['a rate limit', { status: 429, body: {} }, 'ANALYSIS_RATE_LIMITED'],
  ['a server failure', { status: 503, body: '' }, 'ANALYSIS_UNAVAILABLE'],
  ['unusable responses', FakeChatServer.chatReply('fine, I guess'), 'ANALYSIS_GARBAGE'],
])('after %s', (_name, reply, code) => {
  beforeEach(() => {
    server.reply = () => reply;
  });

  it('falls back to the built-in judge immediately', async () => {
    const { result, codes } = analyze(firstAttempt);
    expect(await result).toMatchObject(builtInResult);
    expect(codes).toEqual([code]);
  });

  it('retries while attempts remain if the built-in judge does not support the language', async () => {
    const { result, codes } = analyze(firstAttempt, spanish);
    await expect(result).rejects.toMatchObject({ code, retryable: true });
    expect(codes).toEqual([]);
  });

  it('falls back to the built-in judge on the last attempt', async () => {
    const { result, codes } = analyze(lastAttempt, spanish);
    expect(await result).toMatchObject(builtInResult);
    expect(codes).toEqual([code]);
  });

  it('falls back to the built-in judge when the next attempt would be too close to the deadline', async () => {
    const { result } = analyze({ attempts: 3, msUntilDeadline: 150_000 }, spanish);
    expect(await result).toMatchObject(builtInResult);
  });
});

it('waits as long as the server asks, unless the deadline is sooner', async () => {
  server.reply = () => ({ status: 429, headers: { 'retry-after': '600' }, body: {} });
  await expect(analyze(firstAttempt, spanish).result).rejects.toMatchObject({ retryAfterMs: 600_000 });
  expect(await analyze({ attempts: 1, msUntilDeadline: 300_000 }, spanish).result).toMatchObject(builtInResult);
});

it.each([
  ['a rejected key', { status: 401, body: {} }, 'ANALYSIS_CREDENTIALS'],
  ['an unknown model', { status: 404, body: {} }, 'ANALYSIS_NOT_FOUND'],
])('falls back without retrying after %s', async (_name, reply, code) => {
  server.reply = () => reply;
  const { result, codes } = analyze(firstAttempt, spanish);
  expect(await result).toMatchObject(builtInResult);
  expect(codes).toEqual([code]);
});

it('falls back when the server is unreachable or never responds', async () => {
  expect(await analyze(lastAttempt, { baseUrl: 'http://127.0.0.1:1/v1' }).result).toMatchObject(builtInResult);
  server.reply = () => 'hang';
  expect(await analyze(lastAttempt, { timeoutMs: 50 }).result).toMatchObject(builtInResult);
});

it('gives up on the server in time to fall back before the deadline', async () => {
  server.reply = () => 'hang';
  const { result, codes } = analyze({ attempts: 1, msUntilDeadline: 15_050 }, { timeoutMs: 600_000 });
  expect(await result).toMatchObject(builtInResult);
  expect(codes).toEqual(['ANALYSIS_TIMEOUT']);
});

it('does not fall back in a run that has been stopped', async () => {
  const controller = new AbortController();
  server.reply = () => {
    controller.abort(new Error('lease lost'));
    return 'hang';
  };
  const { result, codes } = analyze({ ...lastAttempt, signal: controller.signal });
  await expect(result).rejects.toThrow('lease lost');
  expect(codes).toEqual([]);
});
