import { UnreadableTranscript, type ParsedTurn } from './parsed-transcript';

const TIME = String.raw`(?:(\d{1,3}):)?(\d{1,2}):(\d{2})[.,](\d{1,3})`;
const TIMING = new RegExp(String.raw`^\s*${TIME}\s+-->\s+${TIME}`);
// Expects text without repeated spaces, because matching many spaces after an unclosed `<v` would take quadratic time.
const VOICE = /<v(?:\.[^\s<>]*)? ([^<>]+)>/;
const VOICE_START = new RegExp(`(?=${VOICE.source})`);
const TAGS = /<[^<>]*>/g;
const NAME_PREFIX = /^\s*(\p{L}[\p{L}\p{M}\p{N} .'’-]{0,40}):\s+/u;
const ENTITIES: Record<string, string> = { '&amp;': '&', '&lt;': '<', '&gt;': '>', '&nbsp;': ' ' };

/**
 * Reads SRT and WebVTT. A cue's speaker is its `<v Name>`. If the first cue starts with `Name: `, every cue can
 * start with a name. A cue without a name continues the previous speaker's turn.
 * @throws UnreadableTranscript
 */
export function readSubtitles(text: string): ParsedTurn[] {
  const cues: { start: number; end: number; lines: string[] }[] = [];
  let isInCue = false;
  for (const line of text.split(/\r\n?|\n/)) {
    const timing = TIMING.exec(line);
    if (timing) cues.push({ start: toSeconds(timing.slice(1, 5)), end: toSeconds(timing.slice(5, 9)), lines: [] });
    else if (isInCue) cues.at(-1)?.lines.push(line);
    isInCue = timing !== null || (isInCue && line.trim() !== '');
  }
  if (cues.length === 0) {
    throw new UnreadableTranscript(
      'This text has no lines such as 00:00:01,000 --> 00:00:04,000. Send SRT or WebVTT, or the turns as JSON.',
    );
  }
  const turns = cues.flatMap(({ lines, ...times }) =>
    lines
      .join(' ')
      .replace(/\s+/g, ' ')
      .split(VOICE_START)
      .map((part) => ({ ...times, speaker: VOICE.exec(part)?.[1], text: decodeCue(part) })),
  );
  return NAME_PREFIX.test(turns[0]?.text ?? '') ? applyNames(turns) : turns;
}

function applyNames(turns: readonly ParsedTurn[]): ParsedTurn[] {
  let speaker: string | undefined;
  return turns.map((turn) => {
    speaker = NAME_PREFIX.exec(turn.text)?.[1] ?? turn.speaker ?? speaker;
    return { ...turn, speaker, text: turn.text.replace(NAME_PREFIX, '') };
  });
}

function decodeCue(cue: string): string {
  return cue.replace(TAGS, '').replace(/&(?:amp|lt|gt|nbsp);/g, (entity) => ENTITIES[entity] ?? entity);
}

function toSeconds([hours = '0', minutes, seconds, fraction = '']: (string | undefined)[]): number {
  return Number(hours) * 3_600 + Number(minutes) * 60 + Number(seconds) + Number(fraction.padEnd(3, '0')) / 1_000;
}
