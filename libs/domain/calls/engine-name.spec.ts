import { engineName } from './engine-name';

describe('engineName', () => {
  it.each([
    ['pocketsphinx', 'Basic recognizer'],
    ['sherpa:parakeet', 'Parakeet v2'],
    ['sherpa:cohere', 'Cohere Transcribe'],
    ['sherpa:own-model', 'Own Model'],
    ['deepgram', 'Deepgram'],
    ['deepgram:nova-3', 'Deepgram Nova-3'],
    ['openai:Systran/faster-whisper-large-v3', 'Faster Whisper Large v3'],
    ['openai:gpt-transcribe', 'GPT Transcribe'],
    ['local', 'Built-in analyst'],
    ['llm:gpt-6-luna', 'GPT-6 Luna'],
    ['llm:qwen3.5:4b', 'Qwen3.5-4b'],
  ])('displays %s as %s', (engine, name) => {
    expect(engineName(engine)).toBe(name);
  });
});
