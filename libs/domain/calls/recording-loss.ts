import { formatDuration } from '../time';

/** How much of a recording could be read, and its length according to the file. Only set if they differ. */
export interface RecordingLoss {
  readSeconds: number;
  statedSeconds: number;
}

/** Returns a call's stored loss, or null if the whole recording was read. */
export function readRecordingLoss(call: {
  readSeconds: string | null;
  statedSeconds: string | null;
}): RecordingLoss | null {
  const { readSeconds, statedSeconds } = call;
  if (readSeconds === null || statedSeconds === null) return null;
  return { readSeconds: Number(readSeconds), statedSeconds: Number(statedSeconds) };
}

/** Returns a sentence such as `9 of 18 s could be read.` */
export function describeRecordingLoss({ readSeconds, statedSeconds }: RecordingLoss): string {
  const [roundedRead, roundedStated] = [Math.round(readSeconds), Math.round(statedSeconds)];
  return roundedStated < 60
    ? `${roundedRead} of ${roundedStated} s could be read.`
    : `${formatDuration(roundedRead)} of ${formatDuration(roundedStated)} could be read.`;
}
