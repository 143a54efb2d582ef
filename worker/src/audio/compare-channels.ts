import type { TimeRange } from '@ringwell/domain/redaction/time-range';

import { FRAME_MS, type FrameTrack } from './frame-track';
import { findSpeech, type SpeechRegion } from './speech-detector';

/**
 * How the channels divide the call. `unsure`: both have speech, but may not be the two sides. `alike`: one is a copy of
 * the other. `only_left` and `only_right`: the other channel has no speech.
 */
export type ChannelRelation = 'separate' | 'unsure' | 'alike' | 'only_left' | 'only_right';

export interface ChannelComparison {
  kind: ChannelRelation;
  speech: [SpeechRegion[], SpeechRegion[]];
  /** Ranges where separate sides hear the same sound, such as announcements. */
  shared: TimeRange[];
}

type Pair<T> = readonly [T, T];

// In half decibels, like levels. A speech frame is one channel's own if the other is this much quieter in all nearby
// frames, because copies may be delayed.
const MIN_OWN_GAP = 2 * 6;
const MAX_DELAY_FRAMES = 6;
// Frames this far below the loudest nearby frame are pauses that only contain noise.
const PAUSE_LEVEL_BELOW_LOUDEST = 2 * 15;
const LOUDEST_RADIUS_FRAMES = 50;
// A channel with this much speech of its own, in frames or as a fraction of its speech, is a side of the call.
const MIN_OWN_FRAMES = 20;
const MIN_OWN_FRACTION = 0.3;
// Smaller differences mean that both channels have the same sound, unless the stretch is short enough to be chance.
const MAX_SHARED_GAP = 2 * 3;
const MIN_SHARED_FRAMES = 50;

/**
 * Decides from speech alone whether the channels are the two sides of the call: hiss, hum and sound on both channels
 * are ignored, no matter how long or loud. When in doubt, both channels are kept.
 */
export function compareChannels(left: FrameTrack, right: FrameTrack): ChannelComparison {
  const tracks = [left, right] as const;
  const speech: [SpeechRegion[], SpeechRegion[]] = [findSpeech(left, right), findSpeech(right, left)];
  if (speech[1].length === 0) return { kind: 'only_left', speech, shared: [] };
  if (speech[0].length === 0) return { kind: 'only_right', speech, shared: [] };
  const speechFrames = [listSpeechFrames(left, speech[0]), listSpeechFrames(right, speech[1])] as const;
  if (hasOwnSpeech(tracks, speechFrames, 0, 0) && hasOwnSpeech(tracks, speechFrames, 1, 0))
    return { kind: 'separate', speech, shared: findSharedRanges(tracks, speechFrames) };
  // A copy may be louder or quieter.
  const gain = medianGain(tracks, speechFrames);
  const isCopy = !hasOwnSpeech(tracks, speechFrames, 0, gain) && !hasOwnSpeech(tracks, speechFrames, 1, gain);
  return { kind: isCopy ? 'alike' : 'unsure', speech, shared: [] };
}

function listSpeechFrames({ levels, frameCount }: FrameTrack, regions: readonly SpeechRegion[]): number[] {
  const speechFrames: number[] = [];
  for (const { startMs, endMs } of regions) {
    const end = Math.min(endMs / FRAME_MS, frameCount);
    for (let frame = startMs / FRAME_MS; frame < end; frame += 1)
      if (levels[frame]! >= maxLevelAround(levels, frame, LOUDEST_RADIUS_FRAMES) - PAUSE_LEVEL_BELOW_LOUDEST)
        speechFrames.push(frame);
  }
  return speechFrames;
}

function maxLevelAround(levels: Uint8Array, frame: number, radius: number): number {
  let loudest = 0;
  for (let i = Math.max(frame - radius, 0); i <= frame + radius; i += 1) loudest = Math.max(loudest, levels[i] ?? 0);
  return loudest;
}

// `gain` is how much louder the left channel typically is.
function hasOwnSpeech(tracks: Pair<FrameTrack>, speechFrames: Pair<number[]>, channel: 0 | 1, gain: number): boolean {
  const { levels } = tracks[channel];
  const otherLevels = tracks[1 - channel]!.levels;
  const expectedGain = channel === 0 ? gain : -gain;
  const ownFrames = speechFrames[channel].filter(
    (frame) => levels[frame]! - expectedGain - maxLevelAround(otherLevels, frame, MAX_DELAY_FRAMES) >= MIN_OWN_GAP,
  );
  return ownFrames.length >= Math.min(MIN_OWN_FRAMES, speechFrames[channel].length * MIN_OWN_FRACTION);
}

function medianGain([left, right]: Pair<FrameTrack>, speechFrames: Pair<number[]>): number {
  const rightFrames = new Set(speechFrames[1]);
  const gains = speechFrames[0]
    .filter((frame) => rightFrames.has(frame))
    .map((frame) => left.levels[frame]! - right.levels[frame]!);
  return gains.sort((a, b) => a - b)[gains.length >> 1] ?? 0;
}

function findSharedRanges([left, right]: Pair<FrameTrack>, speechFrames: Pair<number[]>): TimeRange[] {
  const rightFrames = new Set(speechFrames[1]);
  const sharedFrames = speechFrames[0].filter(
    (frame) => rightFrames.has(frame) && Math.abs(left.levels[frame]! - right.levels[frame]!) <= MAX_SHARED_GAP,
  );
  const ranges: { start: number; end: number; count: number }[] = [];
  for (const frame of sharedFrames) {
    const last = ranges.at(-1);
    if (last && frame - last.end < MAX_DELAY_FRAMES * 4) Object.assign(last, { end: frame + 1, count: last.count + 1 });
    else ranges.push({ start: frame, end: frame + 1, count: 1 });
  }
  return ranges
    .filter(({ count }) => count >= MIN_SHARED_FRAMES)
    .map(({ start, end }) => ({ startMs: start * FRAME_MS, endMs: end * FRAME_MS }));
}
