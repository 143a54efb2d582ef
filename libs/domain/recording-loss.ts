/** How much of a recording could be read, and how long it is by its file. Set only where a part is missing. */
export interface RecordingLoss {
  readSeconds: number;
  statedSeconds: number;
}

/** The loss of a call as it is stored; null where all of the recording could be read. */
export function recordingLossOf(call: {
  readSeconds: string | null;
  statedSeconds: string | null;
}): RecordingLoss | null {
  const { readSeconds, statedSeconds } = call;
  if (readSeconds === null || statedSeconds === null) return null;
  return { readSeconds: Number(readSeconds), statedSeconds: Number(statedSeconds) };
}

/** Such as `9 of 18 s could be read.` */
export function describeRecordingLoss({ readSeconds, statedSeconds }: RecordingLoss): string {
  const [read, stated] = [Math.round(readSeconds), Math.round(statedSeconds)];
  return stated < 60 ? `${read} of ${stated} s could be read.` : `${clock(read)} of ${clock(stated)} could be read.`;
}

function clock(seconds: number): string {
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`;
}
