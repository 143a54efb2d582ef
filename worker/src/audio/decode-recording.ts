import { createReadStream, createWriteStream } from 'node:fs';
import { dirname, join } from 'node:path';
import { pipeline } from 'node:stream/promises';

import type { RecordingLoss } from '@ringwell/domain/calls/recording-loss';
import type { Speaker } from '@ringwell/domain/calls/transcript';
import { invalid, type AppError } from '@ringwell/domain/errors/app-error';
import { plural } from '@ringwell/domain/text/plural';
import { fileInput, runFfmpeg } from '@ringwell/platform/media/media-tools';

import { ChannelDecoder } from './channel-decoder';
import { compareChannels } from './compare-channels';
import type { AudioChannel, DecodedAudio } from './decoded-audio';
import { findParts, isSingleFile, type FilePart } from './file-parts';
import { SAMPLE_RATE, type FrameTrack } from './frame-track';
import { inputFilter, readFilterMessages } from './input-filter';
import { computeLengthFactor } from './length-factor';
import { copyIntactPages } from './ogg-pages';
import { isPlayable } from './playable-copy';
import { probeRecording, unreadableRecordingError, type RecordingProbe } from './probe-recording';
import { findSpeech, totalSpeechSeconds, type SpeechRegion } from './speech-detector';

// Anything shorter isn't treated as a recording.
const MIN_DURATION_SECONDS = 0.1;
const WAVEFORM_POINTS = 600;
// Encoders round lengths, and headers overstate them by a fraction of a second.
const MIN_LOSS_SECONDS = 1;
const MIN_LOSS_FRACTION = 0.02;

export interface DecodeRequest {
  sourcePath: string;
  workDir: string;
  maxDurationSeconds: number;
  /** For stereo recordings: 0 for left, 1 for right (the default). */
  customerChannel?: 0 | 1;
  signal: AbortSignal;
}

export interface DecodedRecording {
  audio: DecodedAudio;
  /** Number of channels in the file; `audio.channels` contains only those worth transcribing. */
  channelCount: number;
  /** Up to 600 integers from 0 to 100. */
  peaks: number[];
  speechSeconds: number;
  /** Undefined if the whole recording was readable. */
  loss?: RecordingLoss;
  /** Whether the file has a single track and isn't made of joined files, so that any reader gets all of the audio. */
  isPlain: boolean;
  /** Whether players need a copy; see `encodePlayableCopy`. */
  needsCopy: boolean;
}

/**
 * Decodes a recording with ffmpeg, keeping one second of samples in memory. Decodes damaged files as far as possible,
 * and all parts of joined files.
 * @throws AppError of kind `invalid`: RECORDING_UNREADABLE, RECORDING_HAS_NO_AUDIO, RECORDING_TOO_LONG
 * @throws AppError DECODER_KILLED (retryable) or DECODER_OUT_OF_MEMORY when ffmpeg was killed
 * @throws the signal's reason when aborted; ffmpeg has exited by then
 */
export async function decodeRecording(request: DecodeRequest): Promise<DecodedRecording> {
  const decoded = await decode(request, false);
  const { sourcePath, workDir } = request;
  const undamagedPath = join(workDir, 'undamaged');
  if (!decoded.loss || decoded.audio.mimeType !== 'audio/ogg') return decoded;
  if (!(await copyIntactPages(sourcePath, undamagedPath))) return decoded;
  const undamaged = await decode({ ...request, sourcePath: undamagedPath }, true);
  return { ...undamaged, audio: { ...undamaged.audio, sourcePath }, needsCopy: true };
}

// If `isDamaged`, the silence that replaces removed pages counts as unreadable.
async function decode(request: DecodeRequest, isDamaged: boolean): Promise<DecodedRecording> {
  const { sourcePath, maxDurationSeconds } = request;
  const probe = await probeRecording(sourcePath, request.signal);
  // Hours of silence fit in a small file but would fill the disk once decoded.
  if ((probe.declaredSeconds ?? 0) > maxDurationSeconds) throw tooLongError(maxDurationSeconds);
  // ffmpeg downmixes more than two channels; those files aren't phone calls.
  const decodedChannels = probe.channelCount === 2 ? 2 : 1;
  const parts = await findParts(sourcePath, probe);
  const decoder = await ChannelDecoder.create(request.workDir, decodedChannels);
  const losses: RecordingLoss[] = [];
  try {
    for (const part of parts.length > 0 ? parts : [undefined])
      losses.push(await decodePart({ ...request, isDamaged }, probe, part, decoder));
    await decoder.finish();
  } finally {
    await decoder.close();
  }

  const durationSeconds = decoder.sampleCount / SAMPLE_RATE;
  if (durationSeconds < MIN_DURATION_SECONDS) throw unreadableRecordingError();
  if (durationSeconds > maxDurationSeconds) throw tooLongError(maxDurationSeconds);
  const { channels, areSidesUnclear, shared } = chooseChannels(decoder, request.customerChannel ?? 1);
  const loss = sumLosses(losses);
  const isPlain = probe.trackCount === 1 && isSingleFile(parts);
  return {
    audio: {
      sourcePath,
      mimeType: probe.mimeType,
      durationSeconds,
      // Other recordings are recognized from their playable copy, which has only these channels.
      channels: isPlain ? channels : channels.map((channel, sourceChannel) => ({ ...channel, sourceChannel })),
      areSidesUnclear,
      shared,
      workDir: request.workDir,
    },
    channelCount: probe.channelCount,
    peaks: waveformPeaks(decoder.tracks),
    speechSeconds: totalSpeechSeconds(channels.map((channel) => channel.speech)),
    ...(loss && { loss }),
    isPlain,
    needsCopy: !isPlain || parts.some(({ isRf64 }) => isRf64) || !isPlayable(probe, durationSeconds),
  };
}

// Decodes one part. Returns how much of it could be read, and its expected length.
async function decodePart(
  { sourcePath, workDir, maxDurationSeconds, signal, isDamaged }: DecodeRequest & { isDamaged: boolean },
  probe: RecordingProbe,
  part: FilePart | undefined,
  decoder: ChannelDecoder,
): Promise<RecordingLoss> {
  const path = part && part.start > 0 ? await copyPart(sourcePath, part, workDir) : sourcePath;
  const countBefore = decoder.decodedCount;
  // The extra second distinguishes recordings of exactly the maximum length from longer ones.
  const maxSeconds = maxDurationSeconds + 1 - countBefore / SAMPLE_RATE;
  // The exit code is ignored because everything before the damage is still used.
  const { stderr } = await runFfmpeg(
    [
      ...['-threads', '1', ...(part?.isLongerThanDeclared ? ['-ignore_length', '1'] : []), '-i', fileInput(path)],
      ...[...inputFilter(probe), '-t', String(Math.max(maxSeconds, 0))],
      ...['-ac', String(decoder.tracks.length), '-ar', String(SAMPLE_RATE), '-f', 's16le', 'pipe:1'],
    ],
    { signal, workDir: dirname(path), readOutput: (stdout) => decoder.read(stdout) },
  );
  const seconds = (decoder.decodedCount - countBefore) / SAMPLE_RATE;
  const { silentSeconds, hasErrors } = readFilterMessages(stderr);
  const readSeconds = hasErrors || isDamaged ? Math.max(seconds - silentSeconds, 0) : seconds;
  const statedSeconds =
    part?.declaredRatio === undefined
      ? await estimateSeconds(path, path === sourcePath, probe, { seconds, hasErrors })
      : seconds * part.declaredRatio;
  return { readSeconds, statedSeconds: Math.max(statedSeconds, seconds) };
}

async function estimateSeconds(
  path: string,
  isProbed: boolean,
  probe: RecordingProbe,
  { seconds, hasErrors }: { seconds: number; hasErrors: boolean },
): Promise<number> {
  if (isProbed && probe.audioSeconds !== undefined) return probe.audioSeconds;
  return hasErrors ? seconds * (await computeLengthFactor(path, probe)) : seconds;
}

async function copyPart(sourcePath: string, { start, end }: FilePart, workDir: string): Promise<string> {
  const path = join(workDir, 'part');
  await pipeline(createReadStream(sourcePath, { start, end: end - 1 }), createWriteStream(path, { mode: 0o600 }));
  return path;
}

function sumLosses(losses: readonly RecordingLoss[]): RecordingLoss | undefined {
  const readSeconds = losses.reduce((sum, loss) => sum + loss.readSeconds, 0);
  const statedSeconds = losses.reduce((sum, loss) => sum + loss.statedSeconds, 0);
  const lostSeconds = statedSeconds - readSeconds;
  return lostSeconds > Math.max(MIN_LOSS_SECONDS, statedSeconds * MIN_LOSS_FRACTION)
    ? { readSeconds, statedSeconds }
    : undefined;
}

function chooseChannels(
  decoder: ChannelDecoder,
  customerChannel: 0 | 1,
): Pick<DecodedAudio, 'channels' | 'areSidesUnclear' | 'shared'> {
  const [left, right] = decoder.tracks;
  if (!left) throw new Error('A recording has at least one channel.');
  const toChannel = (index: 0 | 1, speaker: Speaker, speech: SpeechRegion[]): AudioChannel => ({
    speaker,
    pcmPath: decoder.pcmPath(index),
    sourceChannel: index,
    speech,
  });
  const toSingleChannel = (
    index: 0 | 1,
    track: FrameTrack,
  ): Pick<DecodedAudio, 'channels' | 'areSidesUnclear' | 'shared'> => ({
    channels: [toChannel(index, 'unknown', findSpeech(track))],
    areSidesUnclear: false,
    shared: [],
  });
  if (!right) return toSingleChannel(0, left);
  const { kind, speech, shared } = compareChannels(left, right);
  if (kind === 'alike' || kind === 'only_left') return toSingleChannel(0, left);
  if (kind === 'only_right') return toSingleChannel(1, right);
  const speakers: [Speaker, Speaker] = customerChannel === 1 ? ['agent', 'customer'] : ['customer', 'agent'];
  return {
    channels: [toChannel(0, speakers[0], speech[0]), toChannel(1, speakers[1], speech[1])],
    areSidesUnclear: kind === 'unsure',
    shared,
  };
}

function tooLongError(maxDurationSeconds: number): AppError {
  const hours = Math.round(maxDurationSeconds / 360) / 10;
  const limit =
    maxDurationSeconds >= 3_600
      ? `${hours} ${hours === 1 ? 'hour' : 'hours'}`
      : plural(maxDurationSeconds / 60, 'minute');
  return invalid(
    'RECORDING_TOO_LONG',
    `This recording is longer than the maximum of ${limit}. Split it into parts and send them one at a time.`,
  );
}

/**
 * The waveform across all channels: up to 600 integers from 0 to 100 (full scale), each the peak of an equal slice of
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
