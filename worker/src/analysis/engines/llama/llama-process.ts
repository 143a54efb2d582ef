import { join } from 'node:path';

import { z } from 'zod';

import type { AppError } from '@ringwell/domain/errors/app-error';
import { Semaphore } from '@ringwell/platform/semaphore';
import { startTimeLimit } from '@ringwell/platform/time-limit';

import { providerError } from '../../../provider-error';
import { ChildEndedError, ResidentChild } from '../../../resident-child';
import { DRAFT_GRAMMAR } from './draft-grammar';

export interface LlamaProcessOptions {
  /** Maximum number of tokens in a request plus its response. */
  contextTokens: number;
  maxResponseTokens: number;
  /** Threads that read the request. Either all or half of them write the response, whichever is faster. */
  threads: number;
  /** Time limit per request, excluding model loading. */
  timeoutMs: number;
  /** Idle time after which the model is unloaded. */
  idleMs: number;
}

export interface Message {
  role: 'system' | 'user' | 'assistant';
  content: string;
}

const RESPONSE_SCHEMA = z.object({
  residentBytes: z.number(),
  tokens: z.number(),
  isTooLong: z.literal(true).optional(),
  content: z.string().default(''),
  isTruncated: z.boolean().default(false),
  /** Tokens not cached from the previous request. */
  evaluatedTokens: z.number().default(0),
  responseTokens: z.number().default(0),
});
export type LlamaResponse = z.output<typeof RESPONSE_SCHEMA>;

const LOAD_RESPONSE_SCHEMA = z.object({ contextTokens: z.number(), residentBytes: z.number() });
const FAILURE_SCHEMA = z.object({ failure: z.enum(['memory', 'model']), reason: z.string() });

// Plain JavaScript, so both compiled and uncompiled programs can use it.
const CHILD_PATH = join(__dirname, 'llama-child.cjs');
// Its priority is lower than the recognizer's, because alerts wait for the recognizer.
const NICENESS = 15;
export const PROVIDER = 'The local language model';
const EXTERNAL_SIGNALS = ['SIGHUP', 'SIGINT', 'SIGTERM'];

/** Thrown when a language model fails to load because memory is low, or its file is damaged or isn't a model. */
export class ModelLoadError extends Error {
  constructor(
    readonly reason: 'memory' | 'model',
    cause?: unknown,
  ) {
    super('The local language model cannot be loaded.', { cause });
    this.name = 'ModelLoadError';
  }
}

/**
 * A llama.cpp process with one language model, which handles one request at a time. It starts on the first request and
 * restarts after being killed, after a crash, or when a different model is requested.
 */
export class LlamaProcess {
  private running?: { child: ResidentChild; version: string; contextTokens: number };
  private readonly semaphore = new Semaphore();
  private idleTimer?: NodeJS.Timeout;

  constructor(private readonly options: LlamaProcessOptions) {}

  /**
   * Waits for its turn. Aborting kills the process to stop a running computation.
   * @param version of the model file; a different version replaces the loaded model
   * @param path of the GGUF file
   * @param beforeLoad runs before a model is loaded; throws to prevent loading
   * @throws the signal's reason when aborted; ModelLoadError; AppError ANALYSIS_TIMEOUT or ANALYSIS_UNAVAILABLE
   *   (retryable)
   */
  run(
    version: string,
    path: string,
    messages: Message[],
    signal: AbortSignal,
    beforeLoad: () => void,
  ): Promise<LlamaResponse> {
    return this.semaphore.run(async () => {
      clearTimeout(this.idleTimer);
      try {
        return await this.runNow(version, path, messages, signal, beforeLoad);
      } finally {
        this.idleTimer = setTimeout(() => void this.stop(), this.options.idleMs).unref();
      }
    }, signal);
  }

  /** Context size of the loaded model, or the configured size if none is loaded. */
  get contextTokens(): number {
    return this.running?.contextTokens ?? this.options.contextTokens;
  }

  async stop(): Promise<void> {
    const { running } = this;
    clearTimeout(this.idleTimer);
    this.running = undefined;
    await running?.child.kill();
  }

  private async runNow(
    version: string,
    path: string,
    messages: Message[],
    signal: AbortSignal,
    beforeLoad: () => void,
  ): Promise<LlamaResponse> {
    const child = await this.killOnAbort(signal, () => this.start(version, path, beforeLoad));
    const limit = startTimeLimit(this.options.timeoutMs, signal);
    try {
      const { maxResponseTokens } = this.options;
      const request = { action: 'write', messages, maxResponseTokens };
      return RESPONSE_SCHEMA.parse(await this.killOnAbort(limit.signal, () => child.sendRequest(request)));
    } catch (error) {
      signal.throwIfAborted();
      if (limit.hasPassed) throw providerError({ provider: PROVIDER, area: 'ANALYSIS', isTimeout: true, cause: error });
      throw error instanceof ChildEndedError ? toStoppedError(error) : error;
    } finally {
      limit.end();
    }
  }

  private async killOnAbort<T>(signal: AbortSignal, work: () => Promise<T>): Promise<T> {
    signal.throwIfAborted();
    const abort = (): void => void this.stop();
    signal.addEventListener('abort', abort, { once: true });
    try {
      return await work();
    } catch (error) {
      if (signal.aborted) await this.stop();
      signal.throwIfAborted();
      throw error;
    } finally {
      signal.removeEventListener('abort', abort);
    }
  }

  private async start(version: string, path: string, beforeLoad: () => void): Promise<ResidentChild> {
    if (this.running?.version === version && !this.running.child.hasEnded) return this.running.child;
    await this.stop();
    beforeLoad();
    const { contextTokens, threads } = this.options;
    const child = new ResidentChild(CHILD_PATH, NICENESS);
    const running = { child, version, contextTokens };
    this.running = running;
    const response = await child
      .sendRequest({ action: 'load', path, contextTokens, threads, grammar: DRAFT_GRAMMAR })
      .catch((error: unknown) => {
        throw error instanceof ChildEndedError ? toLoadError(error) : error;
      });
    const failure = FAILURE_SCHEMA.safeParse(response);
    if (failure.success) {
      await this.stop();
      throw new ModelLoadError(failure.data.failure, failure.data.reason);
    }
    running.contextTokens = LOAD_RESPONSE_SCHEMA.parse(response).contextTokens;
    return child;
  }
}

// When memory is low, the system kills the process that uses the most.
function toLoadError(error: ChildEndedError): Error {
  if (error.exitSignal === 'SIGKILL') return new ModelLoadError('memory', error);
  if (error.exitSignal !== null && EXTERNAL_SIGNALS.includes(error.exitSignal)) return toStoppedError(error);
  return new ModelLoadError('model', error);
}

function toStoppedError(cause: ChildEndedError): AppError {
  return providerError({ provider: PROVIDER, area: 'ANALYSIS', cause });
}
