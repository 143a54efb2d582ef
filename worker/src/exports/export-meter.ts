import type { ExportProgress } from '@ringwell/database/calls/account-exports.repository';

// Approximate fraction of the total time per part.
const TIME_FRACTIONS = { table: 0.05, transcripts: 0.15, recordings: 0.8 } as const;

/** Tracks an export's progress. The account's calls are read once per part, with the recordings last. */
export class ExportMeter {
  totalCalls = 0;
  private readonly calls = { table: 0, transcripts: 0, recordings: 0 };

  add(part: keyof typeof TIME_FRACTIONS, calls: number): void {
    this.calls[part] += calls;
  }

  get progress(): ExportProgress {
    const { totalCalls, calls } = this;
    const parts = Object.keys(TIME_FRACTIONS) as (keyof typeof TIME_FRACTIONS)[];
    const doneFraction = parts.reduce(
      (sum, part) => sum + TIME_FRACTIONS[part] * Math.min(calls[part] / totalCalls || 0, 1),
      0,
    );
    // 100 is reserved for a file that's ready to download.
    return {
      totalCalls,
      doneCalls: Math.min(calls.recordings, totalCalls),
      percent: Math.min(Math.floor(doneFraction * 100), 99),
    };
  }
}
