import { dirname } from 'node:path';

import { AppError } from '@ringwell/domain/app-error';
import { fileInput, runFfprobe } from '@ringwell/platform/media/media-tools';

export interface RecordingProbe {
  mimeType: string;
  channelCount: number;
  /** Missing when the file declares no duration, or when it is only estimated from the file size. */
  declaredSeconds?: number;
}

interface FfprobeOutput {
  streams?: { codec_type?: string; codec_name?: string; channels?: number }[];
  format?: { format_name?: string; duration?: string };
}

// Media types that recognition services know, by ffmpeg's container name.
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

// Containers that count their samples. For others, ffprobe estimates the duration or trusts an unfinished header.
const COUNTING: ReadonlySet<string> = new Set(['flac', 'ogg', 'matroska,webm', 'mov,mp4,m4a,3gp,3g2,mj2']);

/**
 * @throws AppError `RECORDING_UNREADABLE` when the format is unknown, `RECORDING_HAS_NO_AUDIO` when there is no audio
 * track (as in a silent video), `DECODER_KILLED` (retryable) or `DECODER_OUT_OF_MEMORY` when ffprobe was ended
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
      message: 'This file has no audio track. Send the recording itself: MP3, WAV, M4A, OGG, FLAC, WebM or AMR.',
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
