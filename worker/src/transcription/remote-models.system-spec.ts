import { setTimeout as sleep } from 'node:timers/promises';

import { FakeChatServer, type ChatRequest } from '@ringwell/testing/fake-chat-server';
import { FakeTranscriptionServer, getSeconds } from '@ringwell/testing/fake-transcription-server';
import { TestSystem } from '@ringwell/testing/test-system';

interface Line {
  index: number;
  speaker: string;
  text: string;
}

interface Result {
  evidence: { quote: string; startMs: number; endMs: number }[];
}

interface Segment {
  speaker: string;
  startMs: number;
  endMs: number;
  text: string;
}

const ONE_DAY_MS = 86_400_000;
const speech = new FakeTranscriptionServer();
const chat = new FakeChatServer();

function parseLines({ messages }: ChatRequest): Line[] {
  const prompt = messages.find(({ role }) => role === 'user')?.content ?? '';
  return [...prompt.matchAll(/^\[(\d+)\] (\w+): (.*)$/gm)].map(([, index, speaker = '', text = '']) => ({
    index: Number(index),
    speaker,
    text,
  }));
}

/** A response that quotes the customer's last words with the wrong segment number. */
function buildAnalysis(request: ChatRequest): object {
  const lines = parseLines(request);
  const last = lines.findLast(({ speaker }) => speaker === 'customer');
  return {
    sentiment: 'negative',
    confidence: 0.9,
    topic: null,
    followUpNeeded: false,
    course: [{ firstSegment: 0, lastSegment: lines.length - 1, sentiment: 'negative' }],
    quote: { segment: 0, words: last?.text },
    summary: 'The customer is waiting for a repair.',
    points: ['A repair'],
    next: [],
  };
}

beforeAll(() => Promise.all([speech.start(), chat.start()]));
afterAll(() => Promise.all([speech.stop(), chat.stop()]));

it("transcribes, judges and quotes a call with OpenAI's current models, and warns before they are shut down", async () => {
  speech.models.shutdownDates.set('gpt-transcribe', new Date(Date.now() + 59 * ONE_DAY_MS).toISOString().slice(0, 10));
  chat.models.shutdownDates.set('gpt-6-luna', new Date(Date.now() + 90 * ONE_DAY_MS).toISOString().slice(0, 10));
  speech.reply = (request) =>
    FakeTranscriptionServer.gptReply(request, `These words last ${getSeconds(request).toFixed(3)} seconds.`);
  chat.reply = (request) => FakeChatServer.chatReply(buildAnalysis(request));
  const env = {
    TRANSCRIPTION_BASE_URL: speech.baseUrl,
    TRANSCRIPTION_MODEL: '',
    ANALYSIS_BASE_URL: chat.baseUrl,
    ANALYSIS_ENGINE: 'llm',
  };
  const system = await TestSystem.start({ env });
  try {
    const account = await system.database.makeAccount({
      settings: { vocabulary: ['Cedar <b>Creek'] },
    });
    const call = await system.waitForCall(account, await system.submit(account, 'samples/positive.wav'));
    expect(call).toMatchObject({ state: 'completed', error: null, transcript: { engine: 'openai:gpt-transcribe' } });

    const segments = call.transcript?.segments as Segment[];
    expect(segments).toHaveLength(speech.requests.length);
    expect(segments.length).toBeGreaterThan(6);
    expect(segments.map(({ startMs }) => startMs)).toEqual(
      segments.map(({ startMs }) => startMs).sort((a, b) => a - b),
    );
    expect(new Set(segments.map(({ speaker }) => speaker))).toEqual(new Set(['agent', 'customer']));
    for (const { startMs, endMs, text } of segments) {
      const [, seconds] = /last (\S+) seconds/.exec(text) ?? [];
      // Margins and MP3 frames make pieces longer.
      expect(Number(seconds) * 1_000 - (endMs - startMs)).toBeGreaterThan(0);
      expect(Number(seconds) * 1_000 - (endMs - startMs)).toBeLessThan(700);
    }
    for (const { keywords, languages } of speech.requests)
      expect([keywords, languages]).toEqual([['Cedar b Creek'], ['en']]);

    const [request] = chat.requests;
    expect(request).toMatchObject({ model: 'gpt-6-luna', reasoningEffort: 'low', responseFormat: 'json_schema' });
    expect(parseLines(request!).map(({ text }) => text)).toEqual(segments.map(({ text }) => text));
    const customerSegment = segments.findLast(({ speaker }) => speaker === 'customer')!;
    const { evidence } = call.result as unknown as Result;
    expect(evidence).toMatchObject([
      { quote: customerSegment.text, startMs: customerSegment.startMs, endMs: customerSegment.endMs },
    ]);

    const listNotes = async (): Promise<string[]> => {
      const sql = 'select engines from workers';
      const [row] = await system.database.query<{ engines: { modelNotes: string[] } }[]>(sql);
      return row?.engines.modelNotes ?? [];
    };
    while ((await listNotes()).length === 0) await sleep(50);
    expect(await listNotes()).toEqual([
      expect.stringMatching(/will shut down the model "gpt-transcribe" .* TRANSCRIPTION_MODEL/),
    ]);
  } finally {
    await system.stop();
  }
});
