import type { RecordingProbe } from './probe-recording';

// Containers whose clock can have gaps without damage, such as when a recorder paused or a line was silent.
const CONTAINERS_WITH_CLOCK: ReadonlySet<string> = new Set(['matroska,webm', 'mov,mp4,m4a,3gp,3g2,mj2', 'ogg', 'asf']);
// Longer gaps are clock errors.
const LONGEST_GAP_SECONDS = 600;
// Files with more tracks aren't calls and may declare false lengths.
const MAX_TRACKS = 8;

// ffmpeg's output for the expression below: the seconds of silence so far, on its own line.
const PRINTED_SILENCE = /^\d+\.\d+$/gm;

const LOG_LEVEL_ERROR = 16;
// Uses the expected time (variable 0) if a timestamp is missing, goes backward or jumps too far, to keep all audio.
const CLOCK_EXPRESSION = [
  `st(1,if(isnan(PTS)+lt(PTS,ld(0))+gt(PTS-ld(0),${LONGEST_GAP_SECONDS}*SR),ld(0),PTS))`,
  `if(gt(ld(1)-ld(0),SR/10),st(2,ld(2)+(ld(1)-ld(0))/SR);print(ld(2),${LOG_LEVEL_ERROR}),0)`,
  'st(0,ld(1)+S)',
  'ld(1)',
].join(';');

/** Fills gaps in a recording's clock with silence, as players do, so that sample positions correspond to time. */
export function clockFilter({ format }: RecordingProbe): string[] {
  return CONTAINERS_WITH_CLOCK.has(format.container)
    ? [`asetpts='${CLOCK_EXPRESSION}'`, 'aresample=async=1:first_pts=0']
    : [];
}

/** How much silence `clockFilter` inserted, and whether ffmpeg reported anything else. */
export function readFilterMessages(stderr: string): { silentSeconds: number; hasErrors: boolean } {
  const printedSilences = stderr.match(PRINTED_SILENCE) ?? [];
  return {
    silentSeconds: Number(printedSilences.at(-1) ?? 0),
    hasErrors: stderr.replace(PRINTED_SILENCE, '').trim() !== '',
  };
}

/**
 * ffmpeg arguments that select all audio in a recording: two tracks become two channels with the first on the left;
 * more tracks are mixed.
 */
export function inputFilter(probe: RecordingProbe): string[] {
  const { trackCount, audioSeconds = probe.playerSeconds } = probe;
  const clock = clockFilter(probe);
  if (trackCount === 1) return ['-map', '0:a:0', ...(clock.length > 0 ? ['-af', clock.join(',')] : [])];
  const tracks = Array.from({ length: trackCount }, (_, track) => {
    const side = trackCount === 2 ? [`pan=stereo|c${track}=c0|c${1 - track}=0*c0`] : [];
    // Without padding, the mix would end with the shortest track, regardless of `duration`.
    const isPadded = audioSeconds !== undefined && trackCount <= MAX_TRACKS;
    const padding = isPadded ? [`apad=whole_dur=${audioSeconds}`] : [];
    return `[0:a:${track}]${[...clock, 'aformat=channel_layouts=mono', ...side, ...padding].join(',')}[t${track}]`;
  });
  const inputs = tracks.map((_, track) => `[t${track}]`).join('');
  return [
    '-filter_complex',
    `${tracks.join(';')};${inputs}amix=inputs=${trackCount}:duration=longest:normalize=0[all]`,
    '-map',
    '[all]',
  ];
}
