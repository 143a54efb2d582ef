/**
 * The sherpa engine's long-running child process: loads the models once and then handles one request at a time. The
 * native library runs in a separate process because it can't be interrupted and ends the process on a bad model.
 *
 * Requests and responses are JSON, one per line, over standard input and output; see sherpa-process.ts for their types.
 * A second thread reads standard input and ends this process as soon as it closes, even mid-computation, so that no
 * orphan is left behind when the worker is killed.
 */
const { closeSync, openSync, readSync } = require('node:fs');
const { isMainThread, parentPort, Worker } = require('node:worker_threads');

const SAMPLE_RATE = 16_000;
const FULL_SCALE = 32_768;

if (isMainThread) serve();
else forwardRequests();

function serve() {
  const { OfflineRecognizer, OfflineSpeakerDiarization } = require('sherpa-onnx-node');
  let recognizer;
  let diarization;
  const actions = {
    load({ config }) {
      recognizer = new OfflineRecognizer(config);
      return {};
    },
    recognize({ audio, hotwords, options = {} }) {
      const stream = recognizer.createStream(hotwords);
      for (const [name, value] of Object.entries(options)) stream.setOption(name, value);
      stream.acceptWaveform({ sampleRate: SAMPLE_RATE, samples: readSamples(audio) });
      recognizer.decode(stream);
      return { result: recognizer.getResult(stream) };
    },
    loadDiarization({ config }) {
      diarization ??= new OfflineSpeakerDiarization(config);
      return {};
    },
    diarize({ audio }) {
      return { turns: diarization.process(readSamples(audio)) };
    },
  };
  new Worker(module.filename).on('message', (line) => {
    const request = JSON.parse(line);
    const response = actions[request.action](request);
    process.stdout.write(`${JSON.stringify({ ...response, residentBytes: process.memoryUsage.rss() })}\n`);
  });
}

function forwardRequests() {
  const buffer = Buffer.alloc(65_536);
  let pending = Buffer.alloc(0);
  for (;;) {
    const byteCount = readSync(0, buffer);
    if (byteCount === 0) process.kill(process.pid, 'SIGKILL');
    pending = Buffer.concat([pending, buffer.subarray(0, byteCount)]);
    for (let end = pending.indexOf('\n'); end >= 0; end = pending.indexOf('\n')) {
      parentPort.postMessage(pending.toString('utf8', 0, end));
      pending = pending.subarray(end + 1);
    }
  }
}

function readSamples({ pcmPath, startByte, byteCount }) {
  const bytes = Buffer.alloc(byteCount);
  const file = openSync(pcmPath, 'r');
  try {
    // Reading without a position also works for pipes.
    const bytesRead = readSync(file, bytes, 0, byteCount, startByte || null);
    const samples = new Float32Array(bytesRead >> 1);
    for (let i = 0; i < samples.length; i += 1) samples[i] = bytes.readInt16LE(i * 2) / FULL_SCALE;
    return samples;
  } finally {
    closeSync(file);
  }
}
