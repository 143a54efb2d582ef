import type { SpeechRegion } from '../audio/speech-detector';

/** A piece of speech, including margins. */
export interface SpeechPiece {
  startMs: number;
  endMs: number;
}

export interface CutRules {
  /** Margin before and after speech, so that soft word beginnings and endings aren't lost. */
  marginMs: number;
  /** Pieces are recognized together up to this length; longer pieces are cut. */
  maxChunkMs: number;
}

/**
 * Removes silence from a channel: the speech between two pauses becomes one piece with margins, so that each piece's
 * position in the recording is known. Speech is only cut if a whole chunk has no gaps between words.
 */
export function cutIntoPieces(speech: SpeechRegion[], durationMs: number, rules: CutRules): SpeechPiece[] {
  return splitLongPieces(withMargins(speech, durationMs, rules), rules.maxChunkMs);
}

/** Groups a channel's pieces into chunks that can be recognized separately. */
export function cutIntoChunks(speech: SpeechRegion[], durationMs: number, rules: CutRules): SpeechPiece[][] {
  const chunks: SpeechPiece[][] = [];
  let chunkMs = Infinity;
  for (const piece of cutIntoPieces(speech, durationMs, rules)) {
    const lengthMs = piece.endMs - piece.startMs;
    if (chunkMs + lengthMs > rules.maxChunkMs) {
      chunks.push([]);
      chunkMs = 0;
    }
    chunks.at(-1)?.push(piece);
    chunkMs += lengthMs;
  }
  return chunks;
}

/** Maps a time in the concatenated pieces to a time in the recording. */
export function recordingTimeMs(pieces: SpeechPiece[], chunkTimeMs: number): number {
  let offsetMs = 0;
  for (const { startMs, endMs } of pieces) {
    const lengthMs = endMs - startMs;
    if (chunkTimeMs < offsetMs + lengthMs) return startMs + chunkTimeMs - offsetMs;
    offsetMs += lengthMs;
  }
  return pieces.at(-1)?.endMs ?? 0;
}

// Regions with touching margins stay together as long as there's room; otherwise, they're cut in the middle of the gap.
function withMargins(speech: SpeechRegion[], durationMs: number, { marginMs, maxChunkMs }: CutRules): SpeechPiece[] {
  const pieces: SpeechPiece[] = [];
  for (const region of speech) {
    const startMs = Math.max(region.startMs - marginMs, 0);
    const endMs = Math.min(region.endMs + marginMs, durationMs);
    const last = pieces.at(-1);
    if (!last || startMs > last.endMs) pieces.push({ startMs, endMs });
    else if (endMs - last.startMs <= maxChunkMs) last.endMs = endMs;
    else {
      last.endMs = Math.round((startMs + last.endMs) / 2);
      pieces.push({ startMs: last.endMs, endMs });
    }
  }
  return pieces;
}

function splitLongPieces(pieces: SpeechPiece[], maxMs: number): SpeechPiece[] {
  return pieces.flatMap(({ startMs, endMs }) => {
    const parts = Math.ceil((endMs - startMs) / maxMs);
    const partMs = Math.ceil((endMs - startMs) / parts);
    return Array.from({ length: parts }, (_, part) => ({
      startMs: startMs + part * partMs,
      endMs: Math.min(startMs + (part + 1) * partMs, endMs),
    }));
  });
}

/** Cuts a whole channel, including silence, into parts of up to `maxMs`, at pauses where possible. */
export function cutAtPauses(speech: SpeechRegion[], durationMs: number, maxMs: number): SpeechPiece[] {
  const parts: SpeechPiece[] = [];
  let startMs = 0;
  while (durationMs - startMs > maxMs) {
    const latestMs = startMs + maxMs;
    const speechAtCut = speech.find((region) => region.startMs < latestMs && region.endMs > latestMs);
    const endMs = speechAtCut && speechAtCut.startMs > startMs ? speechAtCut.startMs : latestMs;
    parts.push({ startMs, endMs });
    startMs = endMs;
  }
  parts.push({ startMs, endMs: durationMs });
  return parts;
}
