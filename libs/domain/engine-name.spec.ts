import { engineName } from './engine-name';

describe('engineName', () => {
  it.each([
    ['pocketsphinx', 'Basic recognizer'],
    ['sherpa:parakeet', 'Parakeet v2'],
    ['sherpa:own-model', 'Own Model'],
    ['deepgram', 'Deepgram'],
    ['deepgram:nova-3', 'Deepgram Nova-3'],
    ['openai:whisper-1', 'Whisper-1'],
    ['openai:Systran/faster-whisper-large-v3', 'Faster Whisper Large v3'],
    ['openai:gpt-4o-transcribe', 'GPT-4o Transcribe'],
    ['local', 'Built-in analyst'],
    ['llm:qwen2.5:7b', 'Qwen2.5-7b'],
  ])('names %s in words: %s', (engine, name) => {
    expect(engineName(engine)).toBe(name);
  });
});
