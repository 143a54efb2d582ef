import { z } from 'zod';

/** sherpa-onnx's result: times in seconds, speakers numbered from 0. */
export const DIARIZATION_SCHEMA = z.object({
  turns: z.array(z.object({ start: z.number(), end: z.number(), speaker: z.number().int() })),
});
export type VoiceTurns = z.infer<typeof DIARIZATION_SCHEMA>['turns'];

/**
 * The voice heard longest during a span, or the nearest voice if the span is in a pause.
 * @returns undefined if there are no turns
 */
export function voiceAt(turns: VoiceTurns, startMs: number, endMs: number): number | undefined {
  const msBySpeaker = new Map<number, number>();
  let nearest: { speaker: number; distanceMs: number } | undefined;
  for (const { start, end, speaker } of turns) {
    const overlapMs = Math.min(end * 1_000, endMs) - Math.max(start * 1_000, startMs);
    if (overlapMs > 0) msBySpeaker.set(speaker, (msBySpeaker.get(speaker) ?? 0) + overlapMs);
    if (!nearest || -overlapMs < nearest.distanceMs) nearest = { speaker, distanceMs: -overlapMs };
  }
  const [longest] = [...msBySpeaker].sort(([, a], [, b]) => b - a);
  return longest ? longest[0] : nearest?.speaker;
}
