import { MAX_CLIP_SECONDS } from '@ringwell/domain/calls/shared-link';

import { CALL_DETAILS_COPY } from './call-details-copy';

const POSITION_PATTERN = /^(?:(?:(\d+):)?(\d{1,2}):)?(\d{1,4})$/;

/** Parses a position such as `1:05`, `65` or `1:02:03` into seconds. */
export function parsePosition(text: string): number | undefined {
  const [match, hours, minutes, seconds] = POSITION_PATTERN.exec(text.trim()) ?? [];
  if (match === undefined) return undefined;
  if (minutes !== undefined && Number(seconds) >= 60) return undefined;
  return Number(hours ?? 0) * 3_600 + Number(minutes ?? 0) * 60 + Number(seconds);
}

export interface ClipErrors {
  from?: string;
  to?: string;
}

/** Returns a clip's range in seconds, or messages about invalid positions. */
export function parseClip(
  from: string,
  to: string,
): { fromSeconds: number; toSeconds: number } | { errors: ClipErrors } {
  const { badTime, badOrder, tooLong } = CALL_DETAILS_COPY.share;
  const [fromSeconds, toSeconds] = [parsePosition(from), parsePosition(to)];
  if (fromSeconds === undefined || toSeconds === undefined)
    return {
      errors: { ...(fromSeconds === undefined && { from: badTime }), ...(toSeconds === undefined && { to: badTime }) },
    };
  if (toSeconds <= fromSeconds) return { errors: { to: badOrder } };
  if (toSeconds - fromSeconds > MAX_CLIP_SECONDS) return { errors: { to: tooLong(MAX_CLIP_SECONDS / 60) } };
  return { fromSeconds, toSeconds };
}
