import { FRAME_MS, dbToLevel, type FrameTrack } from './frame-track';

/** In milliseconds from the start of the recording, without margins. */
export interface SpeechRegion {
  startMs: number;
  endMs: number;
}

// Quieter frames are never speech; dBFS within the telephone band.
const QUIETEST_SPEECH_DB = -60;
// Minimum level of speech above the surrounding noise, in half decibels.
const MIN_LEVEL_ABOVE_NOISE = 2 * 8;
// Speech is at most this far below the channel's loud frames; fainter sound leaked from the other side.
const MAX_LEVEL_BELOW_LOUD = 2 * 36;
// Frames where the other channel is louder by this much are treated as its echo.
const ECHO_GAP = 2 * 20;
// On a line with crosstalk, the echo limit is the typical leakage minus this margin.
const CROSSTALK_MARGIN = 2 * 4;
// The echo limit never drops below this. At smaller gaps, both sides are talking.
const MIN_ECHO_GAP = 2 * 6;
// A frame's noise level is the tenth percentile of the frames within four seconds.
const NOISE_PERCENTILE = 0.1;
const NOISE_WINDOW_FRAMES = 200;
const LOUD_PERCENTILE = 0.95;
// Vowels are at most this far below loud frames.
const MAX_VOWEL_LEVEL_BELOW_LOUD = 2 * 12;

// Shorter gaps, such as those between words, don't end a region.
const MAX_GAP_FRAMES = 15;
// Minimum number of loud frames in a region; a click has fewer.
const MIN_ACTIVE_FRAMES = 6;
// Minimum fraction of voice-like frames (neither a steady tone nor hiss) in a region.
const MIN_VOICE_FRAMES = 5;
const MIN_VOICE_FRACTION = 0.25;
// Two tones that have this fraction of the power for this long are a beep, not a vowel.
const TONE_FRACTION = 0.85 * 255;
const STEADY_TONE_FRAMES = 8;
const HISS_FLATNESS = 0.42 * 255;
// Minimum fraction of frames with more than two tones. Speech typically has 0.35; dial tones fall below the limit.
const MIN_RICH_FRACTION = 0.1;

/**
 * Detects speech: sound that is louder than the noise and varies like a voice. Hum, hiss, beeps, dial tones and ringing
 * aren't speech; music may be mistaken for it.
 * @param otherTrack the other side's channel, if any
 * @returns regions in order, without overlap
 */
export function findSpeech(track: FrameTrack, otherTrack?: FrameTrack): SpeechRegion[] {
  const active = findActiveFrames(track, otherTrack);
  const steadyTones = findSteadyTones(track);
  const regions: SpeechRegion[] = [];
  for (let start = 0; start < track.frameCount; start += 1) {
    if (!active[start]) continue;
    const end = findRunEnd(active, start);
    if (soundsLikeVoice(track, active, steadyTones, start, end))
      regions.push({ startMs: start * FRAME_MS, endMs: end * FRAME_MS });
    start = end;
  }
  return regions;
}

/** Seconds with speech on at least one channel. */
export function totalSpeechSeconds(channels: SpeechRegion[][]): number {
  const regions = channels.flat().sort((a, b) => a.startMs - b.startMs);
  let totalMs = 0;
  let coveredUntilMs = 0;
  for (const { startMs, endMs } of regions) {
    totalMs += Math.max(endMs - Math.max(startMs, coveredUntilMs), 0);
    coveredUntilMs = Math.max(coveredUntilMs, endMs);
  }
  return totalMs / 1_000;
}

function findActiveFrames(track: FrameTrack, otherTrack?: FrameTrack): Uint8Array {
  const { levels, frameCount } = track;
  const active = new Uint8Array(frameCount);
  const counts = new Uint32Array(256);
  for (let i = 0; i < frameCount; i += 1) counts[levels[i]!]! += 1;
  counts[0] = 0; // silence says nothing about the loudness of speech
  const minLevel = Math.max(
    dbToLevel(QUIETEST_SPEECH_DB),
    levelAtPercentile(counts, LOUD_PERCENTILE) - MAX_LEVEL_BELOW_LOUD,
  );
  const echoGap = otherTrack ? findEchoGap(track, otherTrack) : ECHO_GAP;

  counts.fill(0);
  for (let i = -NOISE_WINDOW_FRAMES; i < frameCount; i += 1) {
    const enteringFrame = i + NOISE_WINDOW_FRAMES;
    const leavingFrame = i - NOISE_WINDOW_FRAMES - 1;
    if (enteringFrame < frameCount) counts[levels[enteringFrame]!]! += 1;
    if (leavingFrame >= 0) counts[levels[leavingFrame]!]! -= 1;
    const level = levels[i];
    if (level === undefined || level < minLevel) continue;
    if (otherTrack && (otherTrack.levels[i] ?? 0) - level >= echoGap) continue;
    if (level >= levelAtPercentile(counts, NOISE_PERCENTILE) + MIN_LEVEL_ABOVE_NOISE) active[i] = 1;
  }
  return active;
}

// With echo, the level difference between the channels is nearly constant; with real speech it isn't, and both sides
// rarely talk at the same time.
function findEchoGap({ levels }: FrameTrack, otherTrack: FrameTrack): number {
  const counts = new Uint32Array(256);
  for (const level of otherTrack.levels) counts[level]! += 1;
  counts[0] = 0;
  const loudLevel = Math.max(
    dbToLevel(QUIETEST_SPEECH_DB),
    levelAtPercentile(counts, LOUD_PERCENTILE) - MAX_VOWEL_LEVEL_BELOW_LOUD,
  );
  counts.fill(0);
  otherTrack.levels.forEach((level, i) => {
    if (level >= loudLevel) counts[Math.max(0, level - (levels[i] ?? 0))]! += 1;
  });
  const typicalGap = levelAtPercentile(counts, 0.5);
  return Math.min(ECHO_GAP, Math.max(MIN_ECHO_GAP, typicalGap - CROSSTALK_MARGIN));
}

function levelAtPercentile(counts: Uint32Array, fraction: number): number {
  let total = 0;
  for (const count of counts) total += count;
  let cumulative = 0;
  for (let level = 0; level < counts.length; level += 1) {
    cumulative += counts[level]!;
    if (cumulative >= total * fraction) return level;
  }
  return 0;
}

// Marks frames in regions where the power stays in the same one or two tones.
function findSteadyTones(track: FrameTrack): Uint8Array {
  const { toneFractions, strongestBins, frameCount } = track;
  const steadyFrames = new Uint8Array(frameCount);
  for (let start = 0; start < frameCount;) {
    let end = start;
    const bins = new Set<number>();
    while (end < frameCount && toneFractions[end]! >= TONE_FRACTION && staysInTwoTones(bins, strongestBins[end]!))
      end += 1;
    if (end - start >= STEADY_TONE_FRAMES) steadyFrames.fill(1, start, end);
    start = Math.max(end, start + 1);
  }
  return steadyFrames;
}

// False if this adds a third tone. A tone may lie between two bins.
function staysInTwoTones(bins: Set<number>, bin: number): boolean {
  for (const otherBin of bins) if (Math.abs(otherBin - bin) <= 1) return true;
  bins.add(bin);
  return bins.size <= 2;
}

function findRunEnd(active: Uint8Array, start: number): number {
  let end = start + 1;
  for (let i = end; i < active.length && i - end <= MAX_GAP_FRAMES; i += 1) if (active[i]) end = i + 1;
  return end;
}

function soundsLikeVoice(
  track: FrameTrack,
  active: Uint8Array,
  steadyTones: Uint8Array,
  start: number,
  end: number,
): boolean {
  let activeFrames = 0;
  let voiceFrames = 0;
  let richFrames = 0;
  for (let i = start; i < end; i += 1) {
    if (!active[i]) continue;
    activeFrames += 1;
    if (!steadyTones[i] && track.flatness[i]! < HISS_FLATNESS) voiceFrames += 1;
    if (track.toneFractions[i]! < TONE_FRACTION) richFrames += 1;
  }
  return (
    activeFrames >= MIN_ACTIVE_FRAMES &&
    voiceFrames >= Math.max(MIN_VOICE_FRAMES, activeFrames * MIN_VOICE_FRACTION) &&
    richFrames >= activeFrames * MIN_RICH_FRACTION
  );
}
