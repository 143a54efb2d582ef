import { createTranscriber, isLocalEngine, type TranscriptionOptions } from './create-transcriber';

const UNSET_OPTIONS: TranscriptionOptions = {
  engine: 'auto',
  openai: { model: 'gpt-transcribe' },
  deepgram: { baseUrl: 'https://api.deepgram.com', model: 'nova-3' },
  sherpa: { installed: { recognizers: [], damagedModels: [] } },
  pocketsphinx: { binary: 'pocketsphinx_continuous', processes: 2 },
  timeoutMs: 1_000,
  onProblem: () => undefined,
};
const openai = { model: 'gpt-transcribe', apiKey: 'key' };
const deepgram = { ...UNSET_OPTIONS.deepgram, apiKey: 'key' };
const sherpa = { ...UNSET_OPTIONS.sherpa, modelDir: '/models' };
const installed = {
  installed: {
    recognizers: ['parakeet', 'whisper'].map((name) => ({ name, modelDir: `/models/${name}` })),
    damagedModels: [],
  },
};

test.each<[string, Partial<TranscriptionOptions>, string]>([
  ['the built-in engine when nothing is set', {}, 'pocketsphinx'],
  ['the best installed model', { sherpa: installed }, 'sherpa:parakeet'],
  ['sherpa with a model', { sherpa: { ...installed, modelDir: '/models' } }, 'sherpa'],
  ['deepgram with a key', { sherpa, deepgram }, 'deepgram:nova-3'],
  ['openai with a key', { sherpa, deepgram, openai }, 'openai:gpt-transcribe'],
  ['openai with just a URL', { openai: { model: 'base.en', baseUrl: 'http://127.0.0.1:8000/v1' } }, 'openai:base.en'],
  ['an installed model for sherpa', { engine: 'sherpa', sherpa: installed }, 'sherpa:parakeet'],
  [
    'the built-in engine if requested, even though a model is installed',
    { engine: 'pocketsphinx', sherpa: installed },
    'pocketsphinx',
  ],
  ['the requested engine', { engine: 'pocketsphinx', openai, deepgram, sherpa }, 'pocketsphinx'],
])('selects %s', (_name, options, engine) => {
  expect(createTranscriber({ ...UNSET_OPTIONS, ...options }).engine).toBe(engine);
});

test.each([
  ['openai', 'TRANSCRIPTION_API_KEY'],
  ['deepgram', 'DEEPGRAM_API_KEY'],
  ['sherpa', 'SHERPA_MODEL_DIR, or a model: run "npm run models -- install parakeet"'],
] as const)('names the missing setting for %s', (engine, setting) => {
  expect(() => createTranscriber({ ...UNSET_OPTIONS, engine })).toThrow(setting);
});

test('reports which engines run on this machine', () => {
  expect(
    ['openai', 'deepgram', 'sherpa', 'pocketsphinx'].filter((engine) => isLocalEngine(engine as 'openai')),
  ).toEqual(['sherpa', 'pocketsphinx']);
});

test('tells administrators that the only model is damaged', () => {
  const problems: string[] = [];
  const onProblem = (problem: string): void => void problems.push(problem);
  const damagedModelOnly = { installed: { recognizers: [], damagedModels: ['parakeet'] } };
  const transcriber = createTranscriber({ ...UNSET_OPTIONS, sherpa: damagedModelOnly, onProblem });
  expect(transcriber.engine).toBe('pocketsphinx');
  expect(transcriber.problem).toContain('npm run models -- install parakeet');
  expect(problems).toEqual([transcriber.problem]);
});
