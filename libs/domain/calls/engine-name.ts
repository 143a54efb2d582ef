const NAMES: Record<string, string> = {
  pocketsphinx: 'Basic recognizer',
  sherpa: 'Local recognizer',
  'sherpa:parakeet': 'Parakeet v2',
  'sherpa:parakeet-v3': 'Parakeet v3',
  'sherpa:parakeet-small': 'Parakeet small',
  'sherpa:parakeet-unified': 'Parakeet Unified',
  'sherpa:cohere': 'Cohere Transcribe',
  'sherpa:qwen3-asr': 'Qwen3-ASR',
  'sherpa:whisper': 'Whisper small',
  'sherpa:moonshine': 'Moonshine',
  deepgram: 'Deepgram',
  local: 'Built-in analyst',
  'llama:notes': 'Qwen3 4B',
  'llama:notes-small': 'Qwen3 1.7B',
};

/** Returns the display name of a transcription or analysis engine: `deepgram:nova-3` is `Deepgram Nova-3`. */
export function engineName(engine: string): string {
  const displayName = NAMES[engine];
  if (displayName !== undefined) return displayName;
  const [kind = '', ...modelParts] = engine.split(':');
  const model = modelName(modelParts.join(':'));
  return kind === 'deepgram' ? `Deepgram ${model}` : toTitleCase(model || kind);
}

// `openai/gpt-transcribe` → GPT Transcribe; `whisper-large-v3` → Whisper Large v3
function modelName(model: string): string {
  const words = (model.split('/').at(-1) ?? '').split(/[-_:\s]+/).filter(Boolean);
  return words.reduce((name, word) => {
    if (name === '') return toTitleCase(word);
    return /^\d/.test(word) ? `${name}-${word}` : `${name} ${toTitleCase(word)}`;
  }, '');
}

function toTitleCase(word: string): string {
  if (/^gpt$/i.test(word)) return 'GPT';
  return /^v\d/.test(word) ? word : word.charAt(0).toUpperCase() + word.slice(1);
}
