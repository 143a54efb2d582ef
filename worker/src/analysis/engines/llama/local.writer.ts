import { statSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';

import type { OnApplicationShutdown } from '@nestjs/common';

import type { Transcript } from '@ringwell/domain/calls/transcript';
import { providerFailed, type AppError } from '@ringwell/domain/errors/app-error';
import { OperatorInstruction } from '@ringwell/domain/errors/operator-instruction';

import { providerError, UNAVAILABLE } from '../../../provider-error';
import { Writer, type AnalyzeOptions, type Draft, type WriterContext } from '../../analyst';
import { draftPrompt, correctionRequest, type PromptContent } from '../llm/analysis-prompt';
import { toDraft, parseDraft, type DraftResponse } from '../llm/analysis-response';
import { ContextExceededError, toNote } from '../llm/call-parts';
import { CallReader } from '../llm/call-reader';
import { freeMemoryBytes } from './free-memory';
import {
  LlamaProcess,
  ModelLoadError,
  PROVIDER,
  type LlamaResponse,
  type LlamaProcessOptions,
  type Message,
} from './llama-process';
import { MachineLock } from './machine-lock';

export interface WriterModel {
  /** Short name, such as `notes`. */
  name: string;
  /** Folder that contains `model.gguf`. */
  modelDir: string;
}

export interface LocalWriterOptions extends Partial<LlamaProcessOptions> {
  /** MODELS_DIR, shared by all workers on this machine; it doesn't have to exist. */
  modelsDir: string;
  /** Currently installed models, best first. */
  listInstalled: () => readonly WriterModel[];
  /** How much more memory a model can use on this machine. */
  freeBytes?: () => number;
}

interface Candidate extends WriterModel {
  path: string;
  bytes: number;
  /** Changes when the file is replaced. */
  version: string;
}

interface CachedPrompt {
  kind: PromptContent['kind'];
  isSmall: boolean;
  messages: readonly Message[];
}

type DraftRejection = Parameters<Writer['write']>[3];

const MODEL_FILE = 'model.gguf';
// Between the sizes of 2-billion and 4-billion-parameter models.
const SMALL_MODEL_BYTES = 2_000_000_000;
// Enough for a 15-minute call and its response; longer calls are read in parts.
const PROCESS_OPTIONS: LlamaProcessOptions = {
  contextTokens: 6_144,
  maxResponseTokens: 700,
  threads: availableParallelism(),
  timeoutMs: 10 * 60_000,
  idleMs: 5 * 60_000,
};
// Measured: 2.5 GB of random weights with the same shape as `notes` use 3.7 GB with a 6,144-token context.
const MEMORY_PER_FILE_BYTE = 1.1;
const MEMORY_PER_TOKEN = 200_000;
// Delay before retrying a model that didn't fit in memory.
const MEMORY_RETRY_MS = 60_000;
const WAIT_SECONDS = 600;
const INSTALL_ADVICE = 'No local language model is installed: run "npm run models -- install notes".';
const AREA = 'ANALYSIS';

/**
 * Writes with a language model installed by `npm run models`, one call at a time, in a single process shared by all
 * workers on this machine. Uses the best intact model that fits in memory, and switches without a restart.
 */
export class LocalWriter extends Writer implements OnApplicationShutdown {
  override readonly waitSeconds = WAIT_SECONDS;
  override readonly maxConcurrent = 1;

  private readonly process: LlamaProcess;
  private readonly lock: MachineLock;
  private readonly settings: LlamaProcessOptions;
  private readonly listInstalled: () => readonly WriterModel[];
  private readonly freeBytes: () => number;
  private readonly reader = new CallReader<DraftResponse>({
    maxConcurrent: 1,
    toNote,
    withParts: (response) => response,
  });
  private readonly cachedPrompts = new WeakMap<Transcript, CachedPrompt>();
  /** Versions that failed to load. */
  private readonly damagedVersions = new Set<string>();
  /** Versions that didn't fit in memory, with the `performance.now()` time. */
  private readonly memoryFailures = new Map<string, { checkedAt: number; problem: string }>();

  constructor({ modelsDir, listInstalled, freeBytes = freeMemoryBytes, ...settings }: LocalWriterOptions) {
    super();
    this.listInstalled = listInstalled;
    this.freeBytes = freeBytes;
    this.settings = { ...PROCESS_OPTIONS, ...settings };
    this.process = new LlamaProcess(this.settings);
    this.lock = new MachineLock(modelsDir);
  }

  override get engine(): string | null {
    const [best] = this.listUsableModels();
    return best ? `llama:${best.name}` : null;
  }

  override describeProblem(): string | null {
    const problems = this.listCandidates().flatMap(({ name, version }) =>
      this.damagedVersions.has(version) ? describeDamage(name) : (this.memoryFailures.get(version)?.problem ?? []),
    );
    return problems.join(' ') || null;
  }

  /** Returns false while another process on this machine is using the model, or if no model is usable. */
  override reserve(): boolean {
    return this.engine !== null && this.lock.acquire();
  }

  override async write(
    transcript: Transcript,
    context: WriterContext,
    { signal }: Pick<AnalyzeOptions, 'signal'>,
    rejection?: DraftRejection,
  ): Promise<Draft> {
    if (!this.lock.acquire()) throw writerBusyError();
    const draft = await this.reader.read(transcript, signal, (content, partSignal) =>
      this.writePart(transcript, context, content, content.isLast ? rejection : undefined, partSignal),
    );
    return toDraft(draft);
  }

  /** Stops the process; the next call restarts it. */
  async onApplicationShutdown(): Promise<void> {
    await this.process.stop();
    this.lock.release();
  }

  // Truncated or malformed responses are requested again.
  private async writePart(
    transcript: Transcript,
    context: WriterContext,
    content: PromptContent,
    rejection: DraftRejection,
    signal: AbortSignal,
  ): Promise<DraftResponse> {
    const buildMessages = (isSmall: boolean): Message[] => [
      ...this.promptMessages(transcript, context, content, isSmall),
      ...(rejection ? correctionMessages(JSON.stringify(rejection.draft), rejection.issues.join(' ')) : []),
    ];
    const first = await this.sendRequest(buildMessages, content.lines, signal);
    const parsed = first.isTruncated ? { issue: 'The answer was cut off. Be shorter.' } : parseDraft(first.content);
    if ('response' in parsed) return parsed.response;
    const { messages } = first;
    const second = await this.sendRequest(
      () => [...messages, ...correctionMessages(first.content, parsed.issue)],
      content.lines,
      signal,
    );
    const corrected = second.isTruncated ? undefined : parseDraft(second.content);
    if (corrected === undefined || !('response' in corrected))
      throw providerError({ provider: PROVIDER, area: AREA, isMalformed: true });
    return corrected.response;
  }

  // A second request about a whole call starts like the first, so the model doesn't have to reread the call.
  private promptMessages(
    transcript: Transcript,
    context: WriterContext,
    content: PromptContent,
    isSmall: boolean,
  ): readonly Message[] {
    const cached = this.cachedPrompts.get(transcript);
    if (content.isLast && cached?.kind === content.kind && cached?.isSmall === isSmall) return cached.messages;
    const { system, user } = draftPrompt(transcript, context, content, isSmall);
    const messages: Message[] = [
      { role: 'system', content: system },
      { role: 'user', content: user },
    ];
    if (content.isLast) this.cachedPrompts.set(transcript, { kind: content.kind, isSmall, messages });
    return messages;
  }

  // Falls back to the next best model when one cannot be loaded.
  private async sendRequest(
    buildMessages: (isSmall: boolean) => Message[],
    lines: readonly string[],
    signal: AbortSignal,
  ): Promise<LlamaResponse & { messages: Message[] }> {
    let failure: unknown;
    for (const candidate of this.listUsableModels()) {
      const { path, bytes, version } = candidate;
      const messages = buildMessages(bytes < SMALL_MODEL_BYTES);
      try {
        const response = await this.process.run(version, path, messages, signal, () => {
          if (this.freeBytes() < this.neededBytes(candidate)) throw new ModelLoadError('memory');
        });
        if (response.isTooLong) throw this.contextExceededError(messages, lines);
        this.memoryFailures.delete(version);
        return { ...response, messages };
      } catch (error) {
        if (!(error instanceof ModelLoadError)) throw error;
        if (error.reason === 'model') this.damagedVersions.add(version);
        else
          this.memoryFailures.set(version, {
            checkedAt: performance.now(),
            problem: this.describeMemoryProblem(candidate),
          });
        failure = error;
      }
    }
    throw noModelError(this.describeProblem() ?? INSTALL_ADVICE, failure);
  }

  private contextExceededError(messages: Message[], lines: readonly string[]): ContextExceededError {
    const { contextTokens } = this.process;
    return new ContextExceededError(
      contextTokens,
      { messages, lines },
      providerError({ provider: PROVIDER, area: AREA, contextTokens }),
    );
  }

  private neededBytes({ bytes }: Candidate): number {
    return bytes * MEMORY_PER_FILE_BYTE + this.settings.contextTokens * MEMORY_PER_TOKEN;
  }

  private describeMemoryProblem(candidate: Candidate): string {
    const [needed, free] = [this.neededBytes(candidate), this.freeBytes()].map((bytes) => (bytes / 1e9).toFixed(1));
    return (
      `The local model "${candidate.name}" needs about ${needed} GB of memory, but only ${free} GB is free, so it isn't being used. Give the machine ` +
      'or its container more memory, or install "notes-small", which needs less.'
    );
  }

  private listUsableModels(): Candidate[] {
    const now = performance.now();
    return this.listCandidates().filter(({ version }) => {
      const { checkedAt = -Infinity } = this.memoryFailures.get(version) ?? {};
      return !this.damagedVersions.has(version) && now - checkedAt >= MEMORY_RETRY_MS;
    });
  }

  private listCandidates(): Candidate[] {
    return this.listInstalled().flatMap((model) => {
      const path = join(model.modelDir, MODEL_FILE);
      const stats = statSync(path, { throwIfNoEntry: false });
      if (!stats) return [];
      const { size: bytes, ino, mtimeMs } = stats;
      return [{ ...model, path, bytes, version: [path, ino, mtimeMs].join(':') }];
    });
  }
}

function correctionMessages(response: string, issue: string): Message[] {
  return [
    { role: 'assistant', content: response },
    { role: 'user', content: correctionRequest(issue) },
  ];
}

function describeDamage(name: string): string {
  return `The local model "${name}" is damaged, so it isn't being used. To reinstall it, run "npm run models -- remove ${name}" and then "npm run models -- install ${name}".`;
}

function writerBusyError(): AppError {
  return providerFailed('ANALYSIS_UNAVAILABLE', 'Another process on this machine is using the local language model.', {
    retryable: true,
  });
}

function noModelError(instruction: string, cause: unknown): AppError {
  return providerFailed('ANALYSIS_NOT_FOUND', UNAVAILABLE.ANALYSIS, {
    cause: new OperatorInstruction(instruction, cause),
  });
}
