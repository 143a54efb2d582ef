import { readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';

import { Inject, Injectable, type OnApplicationShutdown } from '@nestjs/common';

import { CONFIG } from '@ringwell/platform/config/config.module';
import type { WorkerConfig } from '@ringwell/platform/config/environment-settings';

import { MANIFEST } from './transcription/installed-models';

const INTERVAL_MS = 2_000;

/**
 * Detects models installed or removed while this worker is running. Checks every two seconds, because network drives
 * and folders shared by containers don't report changes.
 */
@Injectable()
export class ModelChangesService implements OnApplicationShutdown {
  private readonly listeners: (() => void)[] = [];
  private readonly timer = setInterval(() => this.check(), INTERVAL_MS).unref();
  private lastState: string;

  constructor(@Inject(CONFIG) private readonly config: Pick<WorkerConfig, 'MODELS_DIR'>) {
    this.lastState = this.readState();
  }

  /** Listeners are called in subscription order. */
  subscribe(listener: () => void): void {
    this.listeners.push(listener);
  }

  onApplicationShutdown(): void {
    clearInterval(this.timer);
  }

  /** Checks now and notifies listeners of a change. */
  check(): void {
    const state = this.readState();
    if (state === this.lastState) return;
    this.lastState = state;
    for (const listener of this.listeners) listener();
  }

  // Models appear atomically, with a new manifest, because `npm run models` renames their folder.
  private readState(): string {
    const folder = this.config.MODELS_DIR;
    return listModelNames(folder)
      .filter((name) => !name.startsWith('.'))
      .map((name) => `${name}:${readVersion(join(folder, name, MANIFEST))}`)
      .sort()
      .join('\n');
  }
}

function listModelNames(folder: string): string[] {
  try {
    return readdirSync(folder);
  } catch {
    return []; // no model has been installed yet, or the folder can't be read right now
  }
}

function readVersion(manifest: string): string {
  try {
    const { ino, mtimeMs } = statSync(manifest);
    return `${ino}:${mtimeMs}`;
  } catch {
    return 'none'; // the model isn't installed completely, or can't be read right now
  }
}
