import { AppError } from '@ringwell/domain/app-error';
import { fileInput, runFfprobe } from './media-tools';

/** What a recording's header says of its first audio track. */
export interface RecordingProbe {
  /** ffmpeg's name of the container, for example `mp3` or `mov,mp4,m4a,3gp,3g2,mj2`. */
  format: string;
  /** ffmpeg's name of the codec, for example `pcm_mulaw`. */
  codec: string;
  mimeType: string;
  channelCount: number;
  /** As the header has it, or ffmpeg's estimate. Only decoding tells the truth. */
  claimedDurationSeconds?: number;
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

/**
 * @throws AppError `RECORDING_UNREADABLE` when the file is no recording in a known format,
 * `RECORDING_HAS_NO_AUDIO` when it is one (a video, say) without a sound track.
 */
export async function probeRecording(sourcePath: string, signal: AbortSignal): Promise<RecordingProbe> {
  const entries = 'format=format_name,duration:stream=codec_type,codec_name,channels';
  const result = await runFfprobe(['-print_format', 'json', '-show_entries', entries, fileInput(sourcePath)], { signal });
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
  const format = output.format?.format_name ?? '';
  const claimedDurationSeconds = Number(output.format?.duration);
  return {
    format,
    codec: track.codec_name,
    mimeType: MIME_TYPES[format] ?? 'application/octet-stream',
    channelCount: track.channels,
    ...(claimedDurationSeconds > 0 && { claimedDurationSeconds }),
  };
}

export function unreadableRecording(): AppError {
  return new AppError({
    kind: 'invalid',
    code: 'RECORDING_UNREADABLE',
    message: 'This file cannot be read as a recording: it is damaged, empty or in an unknown format. '
      + 'Send it again as MP3, WAV, M4A, OGG, FLAC, WebM or AMR.',
  });
}
