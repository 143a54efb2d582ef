import type { OnApplicationBootstrap, OnModuleDestroy } from '@nestjs/common';
import { z } from 'zod';

import { formatTime } from '@ringwell/domain/time';
import { startTimeLimit } from '@ringwell/platform/time-limit';

import { Loop } from '../leader/loop';
import { createOpenaiClient, type OpenaiServer } from './openai-client';

/** A model on a server that may announce the model's shutdown. */
export interface WatchedModel extends OpenaiServer {
  model: string;
  /** The setting that names the model. */
  setting: 'TRANSCRIPTION_MODEL' | 'ANALYSIS_MODEL';
}

const CHECK_INTERVAL_MS = 6 * 3_600_000;
const TIMEOUT_MS = 30_000;
const ONE_DAY_MS = 86_400_000;
const WARNING_DAYS = 60;

// Response from OpenAI's `GET /models/{model}`. Other servers don't have this property, or even the route.
const MODEL_SCHEMA = z.object({ shutdown_date: z.iso.date().nullish() });

/** Regularly requests the configured models' shutdown dates. Ignores failures, because calls will report them. */
export class ModelShutdownsService implements OnApplicationBootstrap, OnModuleDestroy {
  private readonly dates = new Map<WatchedModel, Date>();
  private readonly stopController = new AbortController();
  private readonly loop = new Loop(
    () => this.check(),
    CHECK_INTERVAL_MS,
    () => undefined,
  );

  constructor(private readonly models: readonly WatchedModel[]) {}

  /** Advice for administrators about models that will be shut down within 60 days, or already have been. */
  get notes(): string[] {
    return this.models.flatMap((watchedModel) => {
      const { model, setting } = watchedModel;
      const date = this.dates.get(watchedModel);
      if (!date) return [];
      const msLeft = date.getTime() - Date.now();
      if (msLeft > WARNING_DAYS * ONE_DAY_MS) return [];
      const day = formatTime(date, 'UTC', 'date');
      return [
        `The provider ${msLeft > 0 ? 'will shut' : 'shut'} down the model "${model}" on ${day}. ` +
          `Set ${setting} to another model, then restart the workers.`,
      ];
    });
  }

  onApplicationBootstrap(): void {
    this.loop.start();
  }

  async onModuleDestroy(): Promise<void> {
    this.stopController.abort();
    await this.loop.stop();
  }

  async check(): Promise<void> {
    await Promise.all(this.models.map((model) => this.checkModel(model)));
  }

  private async checkModel(watchedModel: WatchedModel): Promise<void> {
    const limit = startTimeLimit(TIMEOUT_MS, this.stopController.signal);
    try {
      const details: unknown = await createOpenaiClient(watchedModel).models.retrieve(watchedModel.model, {
        signal: limit.signal,
      });
      const date = MODEL_SCHEMA.parse(details).shutdown_date;
      if (date) this.dates.set(watchedModel, new Date(date));
      else this.dates.delete(watchedModel);
    } catch {
      // Keeps the known date after a failure.
    } finally {
      limit.end();
    }
  }
}
