/** How much of a recording could be read, and how long it is by its file. Set only where a part is missing. */
export interface RecordingLoss {
  readSeconds: number;
  statedSeconds: number;
}
