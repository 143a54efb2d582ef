/** A turn in any of the supported transcript formats. Times are seconds from the start of the call. */
export interface ParsedTurn {
  /** `agent`, `customer`, or a name or number that identifies a voice. */
  speaker?: string;
  start?: number;
  end?: number;
  text: string;
  /** 0 to 1. */
  confidence?: number;
}

export interface ParsedTranscript {
  turns: ParsedTurn[];
  /** A tag such as `en-US`, or a name such as `english`. */
  language?: string;
  /** Length of the call, if the format includes it. */
  durationSeconds?: number;
}

/** An error whose message tells the sender what is wrong with the transcript. */
export class UnreadableTranscript extends Error {}
