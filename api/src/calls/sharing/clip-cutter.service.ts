import { readFile } from 'node:fs/promises';
import { join } from 'node:path';

import { Injectable } from '@nestjs/common';

import type { Call } from '@ringwell/database/calls/call.entity';
import type { SharedLink } from '@ringwell/database/calls/shared-link.entity';
import { notFound } from '@ringwell/domain/errors/app-error';
import { fileInput, runFfmpeg } from '@ringwell/platform/media/media-tools';
import { WorkDirectoriesService } from '@ringwell/platform/media/work-directories.service';
import { Semaphore } from '@ringwell/platform/semaphore';
import { playableCopyKey } from '@ringwell/platform/storage/playable-copy-key';
import { RecordingStorage } from '@ringwell/platform/storage/recording-storage';
import { startTimeLimit } from '@ringwell/platform/time-limit';

import { assertNotWithheld } from '../recording-file';
import { RECORDING_EXPIRED } from '../retention-messages';

const TIME_LIMIT_MS = 60_000;
// Good quality for two voices on one channel. Five minutes is 2.4 MB.
const BITRATE = '64k';
// Players request a clip several times, in parts.
const MAX_CACHED_CLIPS = 8;

/** Cuts clips out of recordings when they are played. No copy is stored, so retention also covers clips. */
@Injectable()
export class ClipCutterService {
  // Clips are keyed by link and recording. The latest clip is last.
  private readonly clips = new Map<string, Promise<Buffer>>();
  // Clips are cut one at a time: links are public, and the media tools compete with uploads for memory.
  private readonly semaphore = new Semaphore();

  constructor(
    private readonly storage: RecordingStorage,
    private readonly workDirectories: WorkDirectoriesService,
  ) {}

  /**
   * Returns the clip as MP3.
   * @throws AppError `RECORDING_EXPIRED`, `RECORDING_MISSING`, `RECORDING_WITHHELD`, `STORAGE_FULL`,
   * `STORAGE_UNAVAILABLE`, `WORK_DIR_UNSAFE`, and whatever `runFfmpeg` throws
   */
  async cutClip(link: SharedLink, call: Call): Promise<Buffer> {
    if (call.recordingExpiredAt !== null || call.recordingKey === null)
      throw notFound('RECORDING_EXPIRED', RECORDING_EXPIRED);
    assertNotWithheld(call);
    // The hash is part of the key because redaction replaces the recording.
    const clipKey = `${link.id} ${call.recordingSha256}`;
    const cachedClip = this.clips.get(clipKey);
    const source = call.hasPlayableCopy ? playableCopyKey(call.recordingKey) : call.recordingKey;
    const clip =
      cachedClip ?? this.semaphore.run(() => this.encodeClip(source, link.clipStartMs ?? 0, link.clipEndMs ?? 0));
    this.clips.delete(clipKey);
    this.clips.set(clipKey, clip);
    for (const oldKey of [...this.clips.keys()].slice(0, -MAX_CACHED_CLIPS)) this.clips.delete(oldKey);
    return clip.catch((error: unknown) => {
      this.clips.delete(clipKey);
      throw error;
    });
  }

  private async encodeClip(recordingKey: string, startMs: number, endMs: number): Promise<Buffer> {
    const { signal, end } = startTimeLimit(TIME_LIMIT_MS);
    const folder = await this.workDirectories.create();
    try {
      const [source, output] = [join(folder.path, 'recording'), join(folder.path, 'clip.mp3')];
      await this.storage.copyToFile(recordingKey, source, { signal });
      const { exitCode, stderr } = await runFfmpeg(
        [
          ...['-ss', String(startMs / 1_000), '-t', String((endMs - startMs) / 1_000), '-i', fileInput(source)],
          ...['-map', '0:a:0', '-map_metadata', '-1', '-ac', '1', '-c:a', 'libmp3lame', '-b:a', BITRATE],
          ...['-f', 'mp3', '-y', fileInput(output)],
        ],
        { signal, workDir: folder.path, outputName: 'clip.mp3' },
      );
      if (exitCode !== 0) throw new Error(`ffmpeg failed to cut a clip (${exitCode}): ${stderr}`);
      return await readFile(output);
    } finally {
      end();
      await folder.remove();
    }
  }
}
