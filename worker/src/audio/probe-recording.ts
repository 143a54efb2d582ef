import { dirname } from 'node:path';

import { AppError } from '@ringwell/domain/app-error';

import { fileInput, runFfprobe } from './media-tools';

/** What a recording's header says of its first audio track. */
export interface RecordingProbe {
  mimeType: string;
  channelCount: number;
  /** How long it says it is; `undefined` when it does not say, or only its size would tell. */
  declaredSeconds?: number;
}

interface FfprobeOutput {
  streams?: { codec_type?: string; codec_name?: string; channels?: number }[];
  format?: { format_name?: string; duration?: string };
}

/** By ffmpeg's container name; the types that recognition services know. */
const MIME_TYPES: Record<string, string> = {
  mp3: 'audio/mpeg',
  wav: 'audio/wav',
  'mov,mp4,m4a,3gp,3g2,mj2': 'audio/mp4',
  ogg: 'audio/ogg',
  flac: 'audio/flac',
  aac: 'audio/aac',
  'matroska,webm': 'audio/webm',
  amr: 'audio/amr',
  asf: 'audio/x-ms-wma',
};

/** Containers that count their samples. ffprobe guesses the length of the others from their size, or believes a header that was never finished. */
const COUNTING: ReadonlySet<string> = new Set(['flac', 'ogg', 'matroska,webm', 'mov,mp4,m4a,3gp,3g2,mj2']);

/**
 * @throws AppError `RECORDING_UNREADABLE` when the file is no recording in a known format,
 * `RECORDING_HAS_NO_AUDIO` when it is one (a video, say) without a sound track; `DECODER_KILLED` (retryable) or
 * `DECODER_OUT_OF_MEMORY` when ffprobe did not end by itself.
 */
export async function probeRecording(sourcePath: string, signal: AbortSignal): Promise<RecordingProbe> {
  const entries = 'format=format_name,duration:stream=codec_type,codec_name,channels';
  const result = await runFfprobe(['-print_format', 'json', '-show_entries', entries, fileInput(sourcePath)], {
    signal,
    workDir: dirname(sourcePath),
  });
  if (result.exitCode !== 0) throw unreadableRecording();
  const output = JSON.parse(result.stdout) as FfprobeOutput;
  const track = output.streams?.find((stream) => stream.codec_type === 'audio');
  if (!track) {
    throw new AppError({
      kind: 'invalid',
      code: 'RECORDING_HAS_NO_AUDIO',
      message: 'This file has no sound track. Send the recording itself: MP3, WAV, M4A, OGG, FLAC, WebM or AMR.',
    });
  }
  if (!track.codec_name || !track.channels) throw unreadableRecording();
  const { format_name: container = '', duration } = output.format ?? {};
  return {
    mimeType: MIME_TYPES[container] ?? 'application/octet-stream',
    channelCount: track.channels,
    ...(COUNTING.has(container) && duration !== undefined && { declaredSeconds: Number(duration) }),
  };
}

export function unreadableRecording(): AppError {
  return new AppError({
    kind: 'invalid',
    code: 'RECORDING_UNREADABLE',
    message:
      'This file cannot be read as a recording: it is damaged, empty or in an unknown format. ' +
      'Send it again as MP3, WAV, M4A, OGG, FLAC, WebM or AMR.',
  });
}
