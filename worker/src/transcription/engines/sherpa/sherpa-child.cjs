/**
 * Runs a sherpa-onnx model in a process of its own, because the native library ends the process when a model is bad.
 * Reads one job as JSON from standard input, writes one JSON line when the model is loaded and one per piece of speech.
 *
 * Job: { model: { kind, files, tokens }, threads, language?, pieces: [{ pcmPath, startByte, byteCount }] }
 * Lines: { "ready": true }, then { "piece": 0, "text": "…" } and so on.
 */
const { openSync, readFileSync, readSync, closeSync } = require('node:fs');
const { OfflineRecognizer } = require('sherpa-onnx-node');

const SAMPLE_RATE = 16_000;
const FULL_SCALE = 32_768;

const job = JSON.parse(readFileSync(0, 'utf8'));
const recognizer = new OfflineRecognizer({
  featConfig: { sampleRate: SAMPLE_RATE, featureDim: 80 },
  modelConfig: {
    [job.model.kind]: { ...job.model.files, ...(job.model.kind === 'whisper' && { language: job.language ?? '' }) },
    tokens: job.model.tokens,
    numThreads: job.threads,
    provider: 'cpu',
    debug: 0,
  },
});
answer({ ready: true });

for (const [index, piece] of job.pieces.entries()) {
  const stream = recognizer.createStream();
  stream.acceptWaveform({ sampleRate: SAMPLE_RATE, samples: readSamples(piece) });
  recognizer.decode(stream);
  answer({ piece: index, text: recognizer.getResult(stream).text });
}

function answer(line) {
  process.stdout.write(`${JSON.stringify(line)}\n`);
}

function readSamples({ pcmPath, startByte, byteCount }) {
  const bytes = Buffer.alloc(byteCount);
  const file = openSync(pcmPath, 'r');
  try {
    const bytesRead = readSync(file, bytes, 0, byteCount, startByte);
    const samples = new Float32Array(bytesRead >> 1);
    for (let i = 0; i < samples.length; i += 1) samples[i] = bytes.readInt16LE(i * 2) / FULL_SCALE;
    return samples;
  } finally {
    closeSync(file);
  }
}
