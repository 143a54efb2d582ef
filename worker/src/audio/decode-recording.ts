import { dirname } from 'node:path';

import { AppError } from '@ringwell/domain/app-error';
import type { Speaker } from '@ringwell/domain/transcript';
import { fileInput, runFfmpeg } from '@ringwell/platform/media/media-tools';

import { ChannelDecoder } from './channel-decoder';
import type { AudioChannel, DecodedAudio } from './decoded-audio';
import { SAMPLE_RATE, type FrameTrack } from './frame-track';
import { probeRecording, unreadableRecording } from './probe-recording';
import { findSpeech, totalSpeechSeconds, type SpeechRegion } from './speech-detector';

// Shorter results are not a recording.
const MIN_DURATION_SECONDS = 0.1;
const WAVEFORM_POINTS = 600;

export interface DecodeRequest {
  sourcePath: string;
  workDir: string;
  maxDurationSeconds: number;
  /** 0 left, 1 right (default); for stereo recordings. */
  customerChannel?: 0 | 1;
  signal: AbortSignal;
}

export interface DecodedRecording {
  audio: DecodedAudio;
  /** Channels of the file; `audio.channels` are those worth transcribing. */
  channelCount: number;
  /** At most 600 integers from 0 to 100. */
  peaks: number[];
  speechSeconds: number;
}

/**
 * Decodes a recording in one pass of ffmpeg, with one second of samples in memory. A truncated file is decoded as far
 * as possible.
 * @throws AppError of kind `invalid`: RECORDING_UNREADABLE, RECORDING_HAS_NO_AUDIO, RECORDING_TOO_LONG
 * @throws AppError DECODER_KILLED (retryable) or DECODER_OUT_OF_MEMORY when ffmpeg was ended
 * @throws the signal's reason when aborted; ffmpeg has ended by then
 */
export async function decodeRecording(request: DecodeRequest): Promise<DecodedRecording> {
  const probe = await probeRecording(request.sourcePath, request.signal);
  // Hours of silence fit into a small file; decoded, they would fill the disk.
  if ((probe.declaredSeconds ?? 0) > request.maxDurationSeconds) throw tooLong(request.maxDurationSeconds);
  // ffmpeg mixes more than two channels down; such files are not phone calls.
  const decodedChannels = probe.channelCount === 2 ? 2 : 1;
  const decoder = await ChannelDecoder.create(request.workDir, decodedChannels);
  try {
    // The exit code is ignored because ffmpeg ended by itself: what precedes the damage in a broken file is used.
    await runFfmpeg(ffmpegArgs(request, decodedChannels), {
      signal: request.signal,
      workDir: dirname(request.sourcePath),
      readOutput: (stdout) => decoder.read(stdout),
    });
  } finally {
    await decoder.close();
  }

  const durationSeconds = decoder.sampleCount / SAMPLE_RATE;
  if (durationSeconds < MIN_DURATION_SECONDS) throw unreadableRecording();
  if (durationSeconds > request.maxDurationSeconds) throw tooLong(request.maxDurationSeconds);
  const channels = chooseChannels(decoder, request.customerChannel ?? 1);
  return {
    audio: {
      sourcePath: request.sourcePath,
      mimeType: probe.mimeType,
      durationSeconds,
      channels,
      workDir: request.workDir,
    },
    channelCount: probe.channelCount,
    peaks: waveformPeaks(decoder.tracks),
    speechSeconds: totalSpeechSeconds(channels.map((channel) => channel.speech)),
  };
}

function ffmpegArgs({ sourcePath, maxDurationSeconds }: DecodeRequest, channelCount: number): string[] {
  return [
    '-threads',
    '1',
    '-i',
    fileInput(sourcePath),
    '-map',
    '0:a:0',
    '-t',
    String(maxDurationSeconds + 1), // one second more distinguishes "too long" from "just within"
    '-ac',
    String(channelCount),
    '-ar',
    String(SAMPLE_RATE),
    '-f',
    's16le',
    'pipe:1',
  ];
}

function chooseChannels(decoder: ChannelDecoder, customerChannel: 0 | 1): AudioChannel[] {
  const [left, right] = decoder.tracks;
  if (!left) throw new Error('A recording has at least one channel.');
  const kind = decoder.stereoKind();
  const channel = (index: 0 | 1, speaker: Speaker, speech: SpeechRegion[]): AudioChannel => ({
    speaker,
    pcmPath: decoder.pcmPath(index),
    sourceChannel: index,
    speech,
  });

  if (!right || kind === 'alike' || kind === 'only_left') return [channel(0, 'unknown', findSpeech(left))];
  if (kind === 'only_right') return [channel(1, 'unknown', findSpeech(right))];
  const speakers: [Speaker, Speaker] = customerChannel === 1 ? ['agent', 'customer'] : ['customer', 'agent'];
  return [channel(0, speakers[0], findSpeech(left, right)), channel(1, speakers[1], findSpeech(right, left))];
}

function tooLong(maxDurationSeconds: number): AppError {
  const hours = Math.round(maxDurationSeconds / 360) / 10;
  const limit =
    maxDurationSeconds >= 3_600
      ? `${hours} ${hours === 1 ? 'hour' : 'hours'}`
      : `${Math.round(maxDurationSeconds / 60)} minutes`;
  return new AppError({
    kind: 'invalid',
    code: 'RECORDING_TOO_LONG',
    message: `This recording is longer than ${limit}, the maximum. Split it into parts and send them one at a time.`,
  });
}

/**
 * The waveform over all channels: at most 600 integers from 0 to 100 (full scale), each the peak of an equal part of
 * the recording.
 */
function waveformPeaks(tracks: FrameTrack[]): number[] {
  const frameCount = Math.max(...tracks.map((track) => track.frameCount));
  const points = Math.min(WAVEFORM_POINTS, frameCount);
  return Array.from({ length: points }, (_, point) => {
    const start = Math.floor((point * frameCount) / points);
    const end = Math.floor(((point + 1) * frameCount) / points);
    let peak = 0;
    for (const track of tracks) for (let i = start; i < end; i += 1) peak = Math.max(peak, track.peaks[i] ?? 0);
    return Math.round((peak / 255) * 100);
  });
}
