import type { Transcript, TranscriptSegment } from '@ringwell/domain/calls/transcript';
import { FakeChatServer, type ChatRequest } from '@ringwell/testing/fake-chat-server';
import type { ProviderReply } from '@ringwell/testing/fake-http-provider';

import { LlmAnalyst } from './llm.analyst';

const { signal } = new AbortController();
const server = new FakeChatServer();

beforeAll(() => server.start());
afterAll(() => server.stop());
beforeEach(() => {
  server.requests.length = 0;
});

// Each turn has three segments.
const SEGMENTS: TranscriptSegment[] = Array.from({ length: 900 }, (_, index) => ({
  speaker: Math.floor(index / 3) % 2 === 0 ? 'agent' : 'customer',
  startMs: index * 1_000,
  endMs: index * 1_000 + 900,
  text: `This is sentence number ${index} of a long conversation about a heater that has been out since the day of the first snow.`,
}));
const CALL: Transcript = { engine: 'test', language: 'en', durationSeconds: 900, segments: SEGMENTS };

const userPrompt = ({ messages }: ChatRequest): string => messages[1]?.content ?? '';
const parseIndexes = (request: ChatRequest): number[] =>
  [...userPrompt(request).matchAll(/^\[(\d+)\] /gm)].map(([, index]) => Number(index));
const isPart = (request: ChatRequest): boolean => userPrompt(request).includes('Above is a part of a call');
const isAboutNotes = (request: ChatRequest): boolean =>
  userPrompt(request).includes('Above are the answers for the parts');

// Quotes the customer's first segment in the request, and names its last segment in the next step.
function buildReply(request: ChatRequest, overrides: object = {}): ProviderReply {
  const [first = Number(/"quote":\{"segment":(\d+)/.exec(userPrompt(request))?.[1] ?? 0)] = parseIndexes(request);
  const last = parseIndexes(request).at(-1) ?? first;
  const quoted = SEGMENTS[first]?.speaker === 'customer' ? first : first + 3;
  return FakeChatServer.chatReply({
    sentiment: 'negative',
    confidence: 0.9,
    topic: 'delay',
    followUpNeeded: true,
    course: [{ firstSegment: first, lastSegment: last, sentiment: 'negative' }],
    quote: { segment: quoted, words: `This is sentence number ${quoted} of a long conversation` },
    summary: 'The heater has been out.',
    points: [],
    next: [{ who: 'company', what: 'Call back', when: null, segment: last }],
    ...overrides,
  });
}

const makeLlm = (): LlmAnalyst => new LlmAnalyst({ baseUrl: server.baseUrl, model: 'm', timeoutMs: 60_000 });
const tooLongReply = (message: string): ProviderReply => ({ status: 400, body: { error: { message } } });
const countCharacters = ({ messages }: ChatRequest): number => JSON.stringify(messages).length;

describe("a call longer than the language model's context", () => {
  const rejectLongRequests = (request: ChatRequest): ProviderReply =>
    countCharacters(request) > 40_000
      ? tooLongReply("This model's maximum context length is 8192 tokens.")
      : buildReply(request);

  it('is read completely, in parts that end where the speaker changes, and then judged as a whole', async () => {
    server.reply = rejectLongRequests;
    const judged = await makeLlm().judge(CALL, {}, { signal });
    const parts = server.requests.filter(isPart).filter((request) => countCharacters(request) <= 40_000);
    const partIndexes = parts.map(parseIndexes).sort(([a = 0], [b = 0]) => a - b);
    expect(partIndexes.length).toBeGreaterThan(3);
    expect(partIndexes.flat()).toEqual(SEGMENTS.map((_, index) => index));
    for (const [first = 0] of partIndexes.slice(1))
      expect(SEGMENTS[first]?.speaker).not.toBe(SEGMENTS[first - 1]?.speaker);
    expect(server.requests.filter(isAboutNotes)).toHaveLength(1);
    expect(judged).toMatchObject({
      sentiment: 'negative',
      evidence: [{ segment: 3, quote: 'This is sentence number 3 of a long conversation' }],
      draft: { summary: 'The heater has been out.' },
    });
    expect(judged.course).toHaveLength(partIndexes.length);
    expect(judged.course.at(-1)?.endMs).toBe(SEGMENTS.at(-1)?.endMs);
  });

  it.each([
    ['"never asked"', { result: false, quote: null }, 'not_asked'],
    ['nothing', null, 'unclear'],
    ['"asked" with a quote', { result: true, quote: { segment: 0, words: 'This is sentence number 0' } }, 'asked'],
  ])('merges "never asked" with a first part that says %s', async (_case, firstPartResult, expected) => {
    const booking = { result: 'not_booked_other', segment: 0, words: 'This is sentence number 0' };
    server.reply = (request) => {
      const result =
        isPart(request) && parseIndexes(request)[0] === 0 ? firstPartResult : { result: false, quote: null };
      return countCharacters(request) > 40_000
        ? rejectLongRequests(request)
        : buildReply(request, { booking, asked: result });
    };
    expect((await makeLlm().judge(CALL, {}, { signal })).asked).toBe(expected);
  });

  it('is read in parts even when the server silently drops the middle', async () => {
    const CONTEXT_TOKENS = 16_384;
    server.reply = (request) => {
      const reply = buildReply(request) as { body: object };
      const tokens = Math.min(CONTEXT_TOKENS, Math.round(countCharacters(request) / 4));
      return { body: { ...reply.body, usage: { prompt_tokens: tokens } } };
    };
    await makeLlm().judge(CALL, {}, { signal });
    const [wholeCallRequest, ...laterRequests] = server.requests;
    expect(parseIndexes(wholeCallRequest as ChatRequest)).toHaveLength(SEGMENTS.length);
    expect(
      laterRequests
        .filter(isPart)
        .flatMap(parseIndexes)
        .sort((a, b) => a - b),
    ).toEqual(SEGMENTS.map((_, index) => index));
    for (const request of laterRequests) expect(countCharacters(request) / 4).toBeLessThan(CONTEXT_TOKENS);
  });

  it('is not read in parts again when the draft has issues', async () => {
    server.reply = rejectLongRequests;
    const llmAnalyst = makeLlm();
    const draft = await llmAnalyst.write(CALL, { sentiment: 'negative' }, { signal });
    server.requests.length = 0;
    await llmAnalyst.write(
      CALL,
      { sentiment: 'negative' },
      { signal },
      { draft, issues: ['summary, sentence 1: too vague.'] },
    );
    expect(server.requests).toHaveLength(1);
    expect(server.requests.filter(isAboutNotes)).toHaveLength(1);
    expect(server.requests[0]?.messages.at(-1)?.content).toContain('too vague');
  });

  it('is summarized in groups of parts when there are many', async () => {
    const segments = Array.from({ length: 8 }, () => SEGMENTS).flat();
    server.reply = (request) =>
      countCharacters(request) > 22_000
        ? tooLongReply('the request exceeds the available context size')
        : buildReply(request);
    await makeLlm().judge({ ...CALL, segments }, {}, { signal });
    expect(server.requests.filter(isAboutNotes).length).toBeGreaterThan(2);
    for (const request of server.requests.slice(-1)) expect(isAboutNotes(request)).toBe(true);
  });

  it('is judged after a limited number of requests, even if responses are as long as parts', async () => {
    const words = 'We are booked out until the day of the first snow. '.repeat(19);
    const nextStep = { who: 'company', what: words.slice(0, 500), when: words.slice(0, 200), segment: 0 };
    server.reply = (request) => {
      if (server.requests.length > 200) return { status: 401, body: {} };
      if (countCharacters(request) > 16_000) return tooLongReply('the request exceeds the available context size');
      return buildReply(request, {
        summary: words,
        points: Array.from({ length: 4 }, () => words.slice(0, 500)),
        next: Array.from({ length: 4 }, () => nextStep),
        booking: { result: 'not_booked_other', segment: 0, words },
        asked: { result: true, quote: { segment: 0, words } },
        reached: { result: true, quote: { segment: 0, words } },
      });
    };
    await expect(makeLlm().judge(CALL, {}, { signal })).resolves.toMatchObject({ sentiment: 'negative' });
  });

  it('is judged even if a segment is longer than a part', async () => {
    const [segment] = SEGMENTS as [TranscriptSegment];
    const words = SEGMENTS.map(({ text }) => text).join(' ');
    server.reply = rejectLongRequests;
    await makeLlm().judge({ ...CALL, segments: [{ ...segment, text: words }] }, {}, { signal });
    const partRequests = server.requests.filter(isPart).filter((request) => countCharacters(request) <= 40_000);
    const firstLines = partRequests.map((request) => userPrompt(request).match(/^\[0\] agent: .*$/gm) ?? []).flat();
    expect(firstLines.join(' ').match(/sentence number \d+/g)).toHaveLength(SEGMENTS.length);
  });

  it('is rejected instead of split if the server has a very small context', async () => {
    server.reply = (request) =>
      countCharacters(request) > 9_000 ? tooLongReply('maximum context length') : buildReply(request);
    await expect(makeLlm().judge(CALL, {}, { signal })).rejects.toMatchObject({ code: 'ANALYSIS_REFUSED' });
  });
});
