import { join } from 'node:path';

import { z } from 'zod';

import { providerFailed, type AppError } from '@ringwell/domain/errors/app-error';
import { OperatorInstruction } from '@ringwell/domain/errors/operator-instruction';
import { Semaphore } from '@ringwell/platform/semaphore';

import { UNAVAILABLE } from '../../../provider-error';
import { ChildEndedError, ResidentChild } from '../../../resident-child';

/** A range of samples in a file with the same format as `AudioChannel.pcmPath`. */
export interface PcmRange {
  pcmPath: string;
  startByte: number;
  byteCount: number;
}

export type SherpaRequest =
  /** `hotwords` crash models that don't support them; `options` apply to a stream. */
  | { action: 'recognize'; audio: PcmRange; hotwords?: string; options?: Record<string, string> }
  /** `config` is sherpa-onnx's `OfflineSpeakerDiarizationConfig`; each process loads its models once. */
  | { action: 'diarize'; audio: PcmRange; config: object };

export interface SherpaProcessOptions {
  /** Returns sherpa-onnx's `OfflineRecognizerConfig`. Called whenever a process starts. */
  recognizerConfig: () => Promise<{ config: object; release: () => Promise<void> }>;
  /** The process is replaced once it has grown by more than this since loading the model. */
  maxGrowthBytes: number;
}

interface RunningProcess {
  child: ResidentChild;
  /** Resident memory with the recognition model loaded. */
  loadedBytes: number;
  hasDiarization: boolean;
}

// Plain JavaScript, so both compiled and uncompiled programs can use it.
const CHILD_PATH = join(__dirname, 'sherpa-child.cjs');
// The recognizer runs at low priority so that it doesn't delay this process's event loop.
const NICENESS = 10;
const MEMORY_SCHEMA = z.object({ residentBytes: z.number() });

/**
 * A sherpa-onnx process with its models, which handles one request at a time. It starts on the first request and
 * restarts after being killed, crashing or being replaced. Unlike media tools, it runs as this process's user, because
 * it must read the model folders, and its input is samples that a media tool has decoded.
 */
export class SherpaProcess {
  private running?: RunningProcess;
  private readonly semaphore = new Semaphore();

  constructor(private readonly options: SherpaProcessOptions) {}

  /**
   * Waits for its turn. Aborting kills the process to stop a running computation.
   * @throws the signal's reason when aborted; AppError SHERPA_MODEL_UNUSABLE (not retryable) if a model can't be
   *   loaded, RECOGNIZER_FAILED (retryable) if the process ended for another reason
   */
  run<T>(request: SherpaRequest, responseSchema: z.ZodType<T>, signal: AbortSignal): Promise<T> {
    return this.semaphore.run(() => this.runNow(request, responseSchema, signal), signal);
  }

  async stop(): Promise<void> {
    const { running } = this;
    this.running = undefined;
    await running?.child.kill();
  }

  private async runNow<T>(request: SherpaRequest, responseSchema: z.ZodType<T>, signal: AbortSignal): Promise<T> {
    signal.throwIfAborted();
    const abort = (): void => void this.stop();
    signal.addEventListener('abort', abort, { once: true });
    try {
      const running = await this.start(signal);
      if (request.action === 'diarize') await loadDiarization(running, request.config);
      const response = await running.child.sendRequest(request);
      const { residentBytes } = MEMORY_SCHEMA.parse(response);
      if (residentBytes > running.loadedBytes + this.options.maxGrowthBytes) await this.stop();
      return responseSchema.parse(response);
    } catch (error) {
      if (signal.aborted) await this.stop();
      signal.throwIfAborted();
      throw error instanceof ChildEndedError ? recognizerError(error) : error;
    } finally {
      signal.removeEventListener('abort', abort);
    }
  }

  private async start(signal: AbortSignal): Promise<RunningProcess> {
    if (this.running && !this.running.child.hasEnded) return this.running;
    const { config, release } = await this.options.recognizerConfig();
    try {
      signal.throwIfAborted();
      const child = new ResidentChild(CHILD_PATH, NICENESS);
      const running: RunningProcess = { child, loadedBytes: 0, hasDiarization: false };
      this.running = running;
      running.loadedBytes = await loadModel(child, { action: 'load', config });
      return running;
    } finally {
      await release();
    }
  }
}

async function loadDiarization(running: RunningProcess, config: object): Promise<void> {
  if (running.hasDiarization) return;
  running.loadedBytes = await loadModel(running.child, { action: 'loadDiarization', config });
  running.hasDiarization = true;
}

async function loadModel(child: ResidentChild, request: object): Promise<number> {
  try {
    return MEMORY_SCHEMA.parse(await child.sendRequest(request)).residentBytes;
  } catch (error) {
    throw error instanceof ChildEndedError && !wasStopped(error) ? unusableModelError(error) : error;
  }
}

// On a bad model, the library exits or crashes. These signals, on the other hand, come from this process, a person, or
// a system that is shutting down or low on memory.
function wasStopped({ exitSignal }: ChildEndedError): boolean {
  return exitSignal !== null && ['SIGHUP', 'SIGINT', 'SIGKILL', 'SIGTERM'].includes(exitSignal);
}

function recognizerError(cause: ChildEndedError): AppError {
  return providerFailed('RECOGNIZER_FAILED', 'The local recognizer failed on this recording.', {
    retryable: true,
    cause,
  });
}

function unusableModelError(cause: ChildEndedError): AppError {
  return providerFailed('SHERPA_MODEL_UNUSABLE', UNAVAILABLE.TRANSCRIPTION, {
    cause: new OperatorInstruction(
      'The model in SHERPA_MODEL_DIR cannot be loaded: its files are damaged or do not match. Unpack it again.',
      cause,
    ),
  });
}
