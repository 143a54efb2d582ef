import { dirname } from 'node:path';

import { invalid, type AppError } from '@ringwell/domain/errors/app-error';
import { fileInput, runFfprobe } from '@ringwell/platform/media/media-tools';

export interface RecordingProbe {
  mimeType: string;
  channelCount: number;
  /** Counts audio tracks only. */
  trackCount: number;
  format: RecordingFormat;
  /** Undefined if the file doesn't declare a duration, or if it's only estimated from the file size. */
  declaredSeconds?: number;
  /** Declared length of the audio. Also undefined if it may be the length of a video. */
  audioSeconds?: number;
  /** Length that players show, which may be an estimate. */
  playerSeconds?: number;
}

/** Audio encoding, by ffmpeg's names. */
export interface RecordingFormat {
  container: string;
  /** Brand of an MP4 or related file, such as `qt ` or `3gp4`. */
  brand?: string;
  codec: string;
  /** Decoded sample format, such as `s16` or `fltp`. */
  sampleFormat: string;
  sampleRate: number;
  /** Bits per second; the file's bit rate if the track doesn't have one. */
  bitRate?: number;
}

interface FfprobeOutput {
  streams?: {
    codec_type?: string;
    codec_name?: string;
    channels?: number;
    sample_fmt?: string;
    sample_rate?: string;
    bit_rate?: string;
    duration?: string;
  }[];
  format?: { format_name?: string; duration?: string; bit_rate?: string; tags?: { major_brand?: string } };
}

// Media types that recognition services accept, by ffmpeg's container name.
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
const COUNTED_CONTAINERS: ReadonlySet<string> = new Set(['flac', 'ogg', 'matroska,webm', 'mov,mp4,m4a,3gp,3g2,mj2']);
// Containers that sometimes count samples. ffprobe warns about MP3 files that don't.
const SOMETIMES_COUNTED_CONTAINERS: ReadonlySet<string> = new Set(['mp3', 'asf']);
const ESTIMATE_WARNING = 'Estimating duration from bitrate';
// For joined MP3 files, players show the length of either the first file or all files.
const CONCATENATION_WARNING = 'invalid concatenated file';

/**
 * @throws AppError `RECORDING_UNREADABLE` if the format is unknown, `RECORDING_HAS_NO_AUDIO` if there is no audio track
 *   (as in a silent video), `DECODER_KILLED` (retryable) or `DECODER_OUT_OF_MEMORY` when ffprobe was killed
 */
export async function probeRecording(sourcePath: string, signal: AbortSignal): Promise<RecordingProbe> {
  const entries =
    'format=format_name,duration,bit_rate:format_tags=major_brand:' +
    'stream=codec_type,codec_name,channels,sample_fmt,sample_rate,bit_rate,duration';
  const result = await runFfprobe(
    ['-v', 'warning', '-print_format', 'json', '-show_entries', entries, fileInput(sourcePath)],
    { signal, workDir: dirname(sourcePath) },
  );
  if (result.exitCode !== 0) throw unreadableRecordingError();
  const output = JSON.parse(result.stdout) as FfprobeOutput;
  const tracks = output.streams?.filter((stream) => stream.codec_type === 'audio') ?? [];
  const [track] = tracks;
  if (!track) {
    throw invalid(
      'RECORDING_HAS_NO_AUDIO',
      'This file has no audio track. Send the recording itself: MP3, WAV, M4A, OGG, FLAC, WebM or AMR.',
    );
  }
  if (!track.codec_name || !track.channels) throw unreadableRecordingError();
  const { format_name: container = '', duration, bit_rate: fileBitRate, tags } = output.format ?? {};
  const bitRate = Number(track.bit_rate ?? fileBitRate);
  const isCounted = COUNTED_CONTAINERS.has(container);
  const isExact =
    isCounted || (SOMETIMES_COUNTED_CONTAINERS.has(container) && !result.stderr.includes(ESTIMATE_WARNING));
  const trackDurations = tracks.flatMap((audioTrack) => audioTrack.duration ?? []).map(Number);
  const fileDuration = duration === undefined ? [] : [Number(duration)];
  const hasOnlyAudio = output.streams?.length === tracks.length;
  const audioSeconds = trackDurations.length > 0 ? trackDurations : hasOnlyAudio ? fileDuration : [];
  return {
    mimeType: MIME_TYPES[container] ?? 'application/octet-stream',
    // Two tracks are treated as two sides, no matter how many channels each has.
    channelCount: tracks.length === 2 ? 2 : tracks.reduce((sum, { channels = 0 }) => sum + channels, 0),
    trackCount: tracks.length,
    format: {
      container,
      brand: tags?.major_brand,
      codec: track.codec_name,
      sampleFormat: track.sample_fmt ?? '',
      sampleRate: Number(track.sample_rate),
      ...(bitRate > 0 && { bitRate }),
    },
    ...(isCounted && duration !== undefined && { declaredSeconds: Number(duration) }),
    ...(isExact && audioSeconds.length > 0 && { audioSeconds: Math.max(...audioSeconds) }),
    ...(duration !== undefined &&
      !result.stderr.includes(CONCATENATION_WARNING) && { playerSeconds: Number(duration) }),
  };
}

export function unreadableRecordingError(): AppError {
  return invalid(
    'RECORDING_UNREADABLE',
    'This file cannot be read as a recording: it is damaged, empty or in an unknown format. ' +
      'Send it again as MP3, WAV, M4A, OGG, FLAC, WebM, AMR, AAC or WMA.',
  );
}
