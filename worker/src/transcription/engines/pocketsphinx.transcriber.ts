import { existsSync } from 'node:fs';
import { open, readFile, rm, writeFile } from 'node:fs/promises';
import { basename, delimiter, dirname, join } from 'node:path';

import type { Transcript } from '@ringwell/domain/calls/transcript';
import { providerFailed, type AppError } from '@ringwell/domain/errors/app-error';
import { OperatorInstruction } from '@ringwell/domain/errors/operator-instruction';
import { childEnvironment } from '@ringwell/platform/config/load-config';
import { runChild, type ChildResult } from '@ringwell/platform/media/child-process';

import type { AudioChannel, DecodedAudio } from '../../audio/decoded-audio';
import { PCM_BYTES_PER_MS } from '../../audio/frame-track';
import { runInParallel } from '../../parallel';
import { UNAVAILABLE } from '../../provider-error';
import { cutIntoChunks, recordingTimeMs, type SpeechPiece } from '../speech-pieces';
import { groupWords, type SpokenWord } from '../spoken-words';
import { Transcriber, type TranscribeOptions } from '../transcriber';

export interface PocketsphinxOptions {
  binary: string;
  /** Processes per call; going beyond the number of cores isn't any faster. */
  processes: number;
  modelDirs?: readonly string[];
}

// Input for one process: pieces of one channel, concatenated in a file.
interface Chunk {
  channel: AudioChannel;
  pieces: SpeechPiece[];
  path: string;
}

// Where Debian's package, a build from source and Homebrew put the model. Keep in sync with
// scripts/lib/install/system-tools.mjs.
const MODEL_DIRS = ['/usr', '/usr/local', '/opt/homebrew'].map((prefix) => `${prefix}/share/pocketsphinx/model/en-us`);
const NOT_INSTALLED =
  'No speech recognizer is installed on this worker, so calls are waiting. Run "npm run models -- install parakeet", or install ' +
  'the basic one with "apt-get install -y pocketsphinx pocketsphinx-en-us" and restart.';
// The recognizer runs at low priority so that it doesn't delay this process's event loop.
const NICENESS = 10;
// Half a second of silence ends an utterance. Two adjacent margins are longer than that, and so is the trailing silence.
const MARGIN_MS = 400;
const TRAILING_SILENCE = Buffer.alloc(700 * PCM_BYTES_PER_MS);
// Chunks are long enough to amortize loading the model (0.3 s) but short enough that processes finish together.
const MAX_CHUNK_MS = 25_000;
// This limit on active states is lower than the default. On six telephone-band recordings, and on two of them as MP3
// and AAC, recognition is 25% faster at the same word error rate.
const DECODER_FLAGS = ['-maxhmmpf', '3000'];
// These fast settings measure a channel's cepstral mean; the words are discarded.
const MEASURING_FLAGS = [
  '-beam',
  '1e-20',
  '-pbeam',
  '1e-20',
  '-wbeam',
  '1e-10',
  '-maxhmmpf',
  '300',
  '-fwdflat',
  'no',
  '-bestpath',
  'no',
];
// The CPU limit is ten times what the longest piece needs.
const LIMITS = { dataBytes: 1_073_741_824, cpuSeconds: 1_800, fileBytes: 0 };
const WORD_LINE = /^(\S+) (\d+\.\d+) (\d+\.\d+) (\d+\.\d+)$/;

/**
 * The built-in recognizer: PocketSphinx 0.8+5prealpha with the US English model, as packaged by Debian. Doesn't need a
 * network or account. Works fairly well on clear speech, but poorly on telephone speech.
 *
 * The model expects wideband audio and loses most words in the first twenty seconds or so of any other audio. So a fast
 * first pass measures the cepstral mean that the second pass starts with, which reduces the word error rate on
 * telephone speech from 0.34 to 0.22.
 * @throws AppError RECOGNIZER_MISSING (not retryable) if the program or its model isn't installed
 */
export class PocketsphinxTranscriber extends Transcriber {
  readonly engine = 'pocketsphinx';

  private readonly modelDirs: readonly string[];
  private readonly modelDir?: string;

  constructor(private readonly options: PocketsphinxOptions) {
    super();
    this.modelDirs = options.modelDirs ?? MODEL_DIRS;
    this.modelDir = this.modelDirs.find((folder) => existsSync(folder));
  }

  override get isInstalled(): boolean {
    const { binary } = this.options;
    const folders = binary.includes('/') ? [''] : (childEnvironment().PATH ?? '').split(delimiter);
    return this.modelDir !== undefined && folders.some((folder) => existsSync(join(folder, binary)));
  }

  override get problem(): string | null {
    return this.isInstalled ? null : NOT_INSTALLED;
  }

  async transcribe(audio: DecodedAudio, { signal }: TranscribeOptions): Promise<Transcript> {
    const { processes } = this.options;
    const chunks = planSpeechChunks(audio);
    const openingChunks = chunks.filter((chunk, index) => chunk.channel !== chunks[index - 1]?.channel);
    await runInParallel(openingChunks, processes, signal, (chunk, taskSignal) =>
      this.measureCepstralMean(chunk, taskSignal),
    );
    const words = await runInParallel(chunks, processes, signal, async (chunk, taskSignal) => {
      const flags = ['-featparams', basename(featuresPath(chunk.channel)), ...DECODER_FLAGS];
      return parseWords((await this.runRecognizer(chunk, flags, taskSignal)).stdout, chunk);
    });
    return {
      engine: this.engine,
      language: 'en-US',
      durationSeconds: audio.durationSeconds,
      segments: groupWords(words.flat()),
    };
  }

  private async measureCepstralMean(chunk: Chunk, signal: AbortSignal): Promise<void> {
    const settings = await readFile(this.modelFile('en-us/feat.params'), 'utf8').catch((cause: unknown) => {
      throw recognizerMissingError(cause);
    });
    const { stderr } = await this.runRecognizer(chunk, MEASURING_FLAGS, signal);
    await writeFile(featuresPath(chunk.channel), withCepstralMean(settings, stderr), { mode: 0o600 });
  }

  private async runRecognizer(chunk: Chunk, flags: string[], signal: AbortSignal): Promise<ChildResult> {
    const args = [
      '-hmm',
      this.modelFile('en-us'),
      '-lm',
      this.modelFile('en-us.lm.bin'),
      '-dict',
      this.modelFile('cmudict-en-us.dict'),
      '-infile',
      basename(chunk.path),
      '-time',
      'yes',
      ...flags,
    ];
    try {
      await writeChunk(chunk);
      const result = await runChild({
        command: this.options.binary,
        args,
        signal,
        niceness: NICENESS,
        workDir: dirname(chunk.path),
        limits: LIMITS,
      });
      if (result.exitCode !== 0) throw recognizerError(result);
      return result;
    } catch (error) {
      throw (error as NodeJS.ErrnoException).code === 'ENOENT' ? recognizerMissingError(error) : error;
    } finally {
      await rm(chunk.path, { force: true });
    }
  }

  private modelFile(name: string): string {
    if (!this.modelDir) throw recognizerMissingError(new Error(`There is no model in ${this.modelDirs.join(' or ')}.`));
    return join(this.modelDir, name);
  }
}

function planSpeechChunks(audio: DecodedAudio): Chunk[] {
  const rules = { marginMs: MARGIN_MS, maxChunkMs: MAX_CHUNK_MS };
  return audio.channels.flatMap((channel) =>
    cutIntoChunks(channel.speech, Math.floor(audio.durationSeconds * 1_000), rules).map((pieces, index) => ({
      channel,
      pieces,
      path: join(audio.workDir, `pocketsphinx-${channel.sourceChannel}-${index}.raw`), // raw samples need an extension other than .wav
    })),
  );
}

// Path next to the channel's samples, deleted along with them.
function featuresPath(channel: AudioChannel): string {
  return `${channel.pcmPath}.feat.params`;
}

async function writeChunk({ channel, pieces, path }: Chunk): Promise<void> {
  const pcm = await open(channel.pcmPath, 'r');
  try {
    const buffers: Buffer[] = [];
    for (const { startMs, endMs } of pieces) {
      const { buffer, bytesRead } = await pcm.read({
        buffer: Buffer.alloc((endMs - startMs) * PCM_BYTES_PER_MS),
        position: startMs * PCM_BYTES_PER_MS,
      });
      buffers.push(buffer.subarray(0, bytesRead));
    }
    await writeFile(path, [...buffers, TRAILING_SILENCE], { mode: 0o600 });
  } finally {
    await pcm.close();
  }
}

// The recognizer logs the mean after every utterance; if it never does, the model's own mean is kept.
function withCepstralMean(settings: string, log: string): string {
  const mean = [...log.matchAll(/Update to\s+<([-\d.\s]+)>/g)].at(-1)?.[1]?.trim().split(/\s+/);
  return mean ? settings.replace(/^-cmninit .*$/m, `-cmninit ${mean.join(',')}`) : settings;
}

// Parses lines of word, start and end in seconds, and confidence; lines without timestamps repeat the text.
function parseWords(output: string, { channel, pieces }: Chunk): SpokenWord[] {
  return output.split('\n').flatMap((line) => {
    const [, markedWord, start, end, confidence] = WORD_LINE.exec(line) ?? [];
    if (!markedWord || /^[<[+]/.test(markedWord)) return []; // <s>, </s>, <sil>, [NOISE], ++BREATH++
    return [
      {
        speaker: channel.speaker,
        startMs: recordingTimeMs(pieces, Math.round(Number(start) * 1_000)),
        endMs: recordingTimeMs(pieces, Math.round(Number(end) * 1_000)),
        text: markedWord.replace(/\(\d+\)$/, ''), // (2) marks an alternative pronunciation
        confidence: Math.min(Number(confidence), 1),
      },
    ];
  });
}

function recognizerMissingError(cause: unknown): AppError {
  return providerFailed('RECOGNIZER_MISSING', UNAVAILABLE.TRANSCRIPTION, {
    cause: new OperatorInstruction(NOT_INSTALLED, cause),
  });
}

function recognizerError({ exitCode, exitSignal, stderr }: ChildResult): AppError {
  return providerFailed('RECOGNIZER_FAILED', 'The built-in recognizer failed on this recording.', {
    retryable: true,
    cause: new Error(`pocketsphinx_continuous exited with ${exitSignal ?? exitCode}: ${stderr.slice(-500)}`),
  });
}
