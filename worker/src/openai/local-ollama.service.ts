import type { OnApplicationBootstrap, OnModuleDestroy } from '@nestjs/common';
import { z } from 'zod';

import { startTimeLimit } from '@ringwell/platform/time-limit';

import { Loop } from '../leader/loop';

export interface LocalOllamaOptions {
  /** False if the operator has chosen a writer. */
  isEnabled: boolean;
  /** Defaults to Ollama's default URL. */
  url?: string;
}

const OLLAMA_URL = 'http://127.0.0.1:11434';
const CHECK_INTERVAL_MS = 10 * 60_000;
const TIMEOUT_MS = 2_000;
const MAX_NAMES = 5;

// Ollama's response to `GET /api/tags`.
const MODELS_SCHEMA = z.object({ models: z.array(z.object({ name: z.string().regex(/^[\w./:-]{1,100}$/) })) });

/** Suggests an Ollama server found on this machine, but doesn't use it, because it may belong to someone else. */
export class LocalOllamaService implements OnApplicationBootstrap, OnModuleDestroy {
  private modelNames: string[] = [];
  private readonly stopController = new AbortController();
  private readonly loop = new Loop(
    () => this.check(),
    CHECK_INTERVAL_MS,
    () => undefined,
  );

  constructor(private readonly options: LocalOllamaOptions) {}

  /** Instructions for administrators; null unless an Ollama server with models responds. */
  get note(): string | null {
    if (this.modelNames.length === 0) return null;
    const names = this.modelNames.slice(0, MAX_NAMES).join(', ');
    return (
      'Ollama is running on this machine and can write summaries: set ANALYSIS_BASE_URL=http://localhost:11434/v1 and ANALYSIS_MODEL to one of ' +
      `its models (${names}), then restart the workers.`
    );
  }

  onApplicationBootstrap(): void {
    if (this.options.isEnabled) this.loop.start();
  }

  async onModuleDestroy(): Promise<void> {
    this.stopController.abort();
    await this.loop.stop();
  }

  async check(): Promise<void> {
    const limit = startTimeLimit(TIMEOUT_MS, this.stopController.signal);
    try {
      const response = await fetch(`${this.options.url ?? OLLAMA_URL}/api/tags`, { signal: limit.signal });
      this.modelNames = MODELS_SCHEMA.parse(await response.json()).models.map(({ name }) => name);
    } catch {
      this.modelNames = [];
    } finally {
      limit.end();
    }
  }
}
