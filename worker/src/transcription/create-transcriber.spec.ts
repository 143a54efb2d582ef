import { createTranscriber, isLocalEngine, type TranscriptionOptions } from './create-transcriber';

const nothingSet: TranscriptionOptions = {
  engine: 'auto',
  openai: { model: 'whisper-1' },
  deepgram: { baseUrl: 'https://api.deepgram.com', model: 'nova-3' },
  sherpa: {},
  pocketsphinx: { binary: 'pocketsphinx_continuous', processes: 2 },
  timeoutMs: 1_000,
};
const openai = { model: 'whisper-1', apiKey: 'key' };
const deepgram = { ...nothingSet.deepgram, apiKey: 'key' };
const sherpa = { modelDir: '/models' };

test.each<[string, Partial<TranscriptionOptions>, string]>([
  ['the built-in one when nothing is set', {}, 'pocketsphinx'],
  ['sherpa with a model', { sherpa }, 'sherpa'],
  ['deepgram with a key', { sherpa, deepgram }, 'deepgram'],
  ['openai with a key', { sherpa, deepgram, openai }, 'openai:whisper-1'],
  [
    'openai with an address only',
    { openai: { model: 'base.en', baseUrl: 'http://127.0.0.1:8000/v1' } },
    'openai:base.en',
  ],
  ['the one that is named', { engine: 'pocketsphinx', openai, deepgram, sherpa }, 'pocketsphinx'],
])('selects %s', (_name, options, engine) => {
  expect(createTranscriber({ ...nothingSet, ...options }).engine).toBe(engine);
});

test.each([
  ['openai', 'TRANSCRIPTION_API_KEY'],
  ['deepgram', 'DEEPGRAM_API_KEY'],
  ['sherpa', 'SHERPA_MODEL_DIR'],
] as const)('names the missing setting of %s', (engine, setting) => {
  expect(() => createTranscriber({ ...nothingSet, engine })).toThrow(setting);
});

test('knows which engines compute on this machine', () => {
  expect(
    ['openai', 'deepgram', 'sherpa', 'pocketsphinx'].filter((engine) => isLocalEngine(engine as 'openai')),
  ).toEqual(['sherpa', 'pocketsphinx']);
});
