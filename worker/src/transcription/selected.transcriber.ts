import type { OnApplicationShutdown } from '@nestjs/common';

import type { Transcript } from '@ringwell/domain/calls/transcript';

import type { DecodedAudio } from '../audio/decoded-audio';
import { createTranscriber, type TranscriptionOptions } from './create-transcriber';
import { Transcriber, type TranscribeOptions } from './transcriber';

interface SelectedEngine {
  transcriber: Transcriber;
  activeCallCount: number;
}

/**
 * The recognizer selected by the settings and installed models. When models are installed or removed, new calls use the
 * new selection, and the previous recognizer stops after its last call.
 * @throws AppError TRANSCRIPTION_NOT_CONFIGURED if a setting for the requested engine is missing
 */
export class SelectedTranscriber extends Transcriber implements OnApplicationShutdown {
  private readonly usedEngines = new Set<SelectedEngine>();
  private current: SelectedEngine;

  constructor(private readonly readOptions: () => TranscriptionOptions) {
    super();
    this.current = this.select();
  }

  get engine(): string {
    return this.current.transcriber.engine;
  }

  override get isInstalled(): boolean {
    return this.current.transcriber.isInstalled;
  }

  override get problem(): string | null {
    return this.current.transcriber.problem;
  }

  async transcribe(audio: DecodedAudio, options: TranscribeOptions): Promise<Transcript> {
    const selected = this.current;
    selected.activeCallCount += 1;
    try {
      return await selected.transcriber.transcribe(audio, options);
    } finally {
      selected.activeCallCount -= 1;
      await this.stopIfUnused(selected);
    }
  }

  /** @throws AppError as the constructor does; the previous recognizer then stays in use */
  async reselect(): Promise<void> {
    const previous = this.current;
    this.current = this.select();
    await this.stopIfUnused(previous);
  }

  async onApplicationShutdown(): Promise<void> {
    for (const { transcriber } of this.usedEngines) await stopTranscriber(transcriber);
  }

  private select(): SelectedEngine {
    const selected = { transcriber: createTranscriber(this.readOptions()), activeCallCount: 0 };
    this.usedEngines.add(selected);
    return selected;
  }

  private async stopIfUnused(selected: SelectedEngine): Promise<void> {
    if (selected === this.current || selected.activeCallCount > 0 || !this.usedEngines.delete(selected)) return;
    await stopTranscriber(selected.transcriber);
  }
}

async function stopTranscriber(transcriber: Transcriber): Promise<void> {
  if ('onApplicationShutdown' in transcriber)
    await (transcriber as Transcriber & OnApplicationShutdown).onApplicationShutdown();
}
