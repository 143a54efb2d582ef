import { FakeChatServer } from '@ringwell/testing/fake-chat-server';
import { FakeTranscriptionServer } from '@ringwell/testing/fake-transcription-server';
import { useTestDate } from '@ringwell/testing/test-date';

import { ModelShutdownsService } from './model-shutdowns.service';

const chat = new FakeChatServer();
const speech = new FakeTranscriptionServer();
const defaultReply = chat.models.buildReply;
const setDate = useTestDate();

beforeAll(() => Promise.all([chat.start(), speech.start()]));
afterAll(() => Promise.all([chat.stop(), speech.stop()]));
beforeEach(() => {
  setDate('2026-11-28T07:00:00Z');
  for (const { models } of [chat, speech]) {
    models.requests.length = 0;
    models.shutdownDates.clear();
  }
  chat.models.buildReply = defaultReply;
});

function createService(): ModelShutdownsService {
  const speechServer = { baseUrl: speech.baseUrl, timeoutMs: 5_000 };
  const chatServer = { baseUrl: chat.baseUrl, timeoutMs: 5_000, apiKey: 'secret' };
  return new ModelShutdownsService([
    { ...speechServer, model: 'whisper-1', setting: 'TRANSCRIPTION_MODEL' },
    { ...chatServer, model: 'openai/gpt-4o-mini', setting: 'ANALYSIS_MODEL' },
  ]);
}

it('explains what to do about each model that a provider is shutting down within 60 days', async () => {
  speech.models.shutdownDates.set('whisper-1', '2027-02-26');
  chat.models.shutdownDates.set('openai/gpt-4o-mini', '2027-01-14');
  const shutdowns = createService();
  await shutdowns.check();
  expect(chat.models.requests).toEqual([{ model: 'openai/gpt-4o-mini', authorization: 'Bearer secret' }]);
  const analysis =
    'The provider will shut down the model "openai/gpt-4o-mini" on Jan 14, 2027. ' +
    'Set ANALYSIS_MODEL to another model, then restart the workers.';
  expect(shutdowns.notes).toEqual([analysis]);

  setDate('2026-12-27T23:59:59Z');
  expect(shutdowns.notes).toEqual([analysis]);
  setDate('2026-12-28T00:00:00Z');
  expect(shutdowns.notes).toEqual([
    'The provider will shut down the model "whisper-1" on Feb 26, 2027. ' +
      'Set TRANSCRIPTION_MODEL to another model, then restart the workers.',
    analysis,
  ]);
});

it('keeps reporting a model after its shutdown', async () => {
  chat.models.shutdownDates.set('openai/gpt-4o-mini', '2026-11-28');
  const shutdowns = createService();
  await shutdowns.check();
  expect(shutdowns.notes).toEqual([
    expect.stringContaining('The provider shut down the model "openai/gpt-4o-mini" on Nov 28, 2026'),
  ]);
});

it('does not report models without a shutdown date', async () => {
  speech.models.shutdownDates.set('whisper-1', null);
  const shutdowns = createService();
  await shutdowns.check();
  expect(speech.models.requests).toEqual([{ model: 'whisper-1', authorization: undefined }]);
  expect(shutdowns.notes).toEqual([]);
});

it('stops reporting a model when its shutdown is canceled', async () => {
  chat.models.shutdownDates.set('openai/gpt-4o-mini', '2027-01-14');
  const shutdowns = createService();
  await shutdowns.check();
  chat.models.shutdownDates.set('openai/gpt-4o-mini', null);
  await shutdowns.check();
  expect(shutdowns.notes).toEqual([]);
});

it.each([
  ['rejects the key', { status: 401, body: {} }],
  ['does not have the route', { status: 404, body: 'Not found' }],
  ['is busy', { status: 429, headers: { 'retry-after': '60' }, body: {} }],
  ['fails', { status: 500, body: 'oops' }],
  ['responds with an HTML page', { body: '<html>Welcome</html>' }],
  ['returns a different kind of date', { body: { id: 'm', shutdown_date: 'soon' } }],
  ['responds with a list', { body: [] }],
  ['breaks the connection', 'break' as const],
])('keeps the known date when the server %s', async (_name, reply) => {
  chat.models.shutdownDates.set('openai/gpt-4o-mini', '2027-01-14');
  const shutdowns = createService();
  await shutdowns.check();
  chat.models.buildReply = () => reply;
  await shutdowns.check();
  expect(shutdowns.notes).toHaveLength(1);
});

it('does not delay shutdown while a server hangs', async () => {
  chat.models.buildReply = () => 'hang';
  const shutdowns = createService();
  shutdowns.onApplicationBootstrap();
  while (chat.models.requests.length === 0) await new Promise(setImmediate);
  await shutdowns.onModuleDestroy();
  expect(shutdowns.notes).toEqual([]);
});
