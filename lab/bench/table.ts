export interface Metric {
  name: string;
  measured: string;
  baseline?: string;
  target?: string;
  isMet?: boolean;
}

const COLUMN_WIDTHS = { section: 10, name: 64, measured: 27, baseline: 60, target: 24, when: 10 };

/** Prints rows for the table in docs/develop/benchmarks.md, which each new run replaces. */
export class Table {
  private missedCount = 0;
  private section = '';
  private readonly date = new Date().toISOString().slice(0, 10);

  constructor(private readonly write: (line: string) => void) {
    this.writeRow(['section', 'metric', 'measured', 'baseline, from the same run', 'target', 'when']);
    this.write(`|${' --- |'.repeat(Object.keys(COLUMN_WIDTHS).length)}`);
  }

  /** Rows added from now on belong to this section. */
  startSection(section: string): void {
    this.section = section;
  }

  add({ name, measured, baseline = '', target = '', isMet }: Metric): void {
    if (isMet === false) this.missedCount += 1;
    this.writeRow([this.section, name, measured, baseline, isMet === false ? `${target} MISSED` : target, this.date]);
  }

  finish(): void {
    this.write(
      this.missedCount === 0
        ? 'All targets were met.'
        : `Missed targets: ${this.missedCount}. Other work on the machine affects times and rates, but not counts.`,
    );
  }

  private writeRow(cells: readonly string[]): void {
    const widths = Object.values(COLUMN_WIDTHS);
    this.write(`| ${cells.map((cell, index) => cell.padEnd(widths[index] ?? 0)).join(' | ')} |`);
  }
}

export function atLeast(value: number, limit: number, text: string): Pick<Metric, 'target' | 'isMet'> {
  return { target: text, isMet: value >= limit };
}

export function atMost(value: number, limit: number, text: string): Pick<Metric, 'target' | 'isMet'> {
  return { target: text, isMet: value <= limit };
}

/** Rounds to three significant digits. */
export function formatNumber(value: number): string {
  if (!Number.isFinite(value)) return 'unknown';
  if (value >= 100) return Math.round(value).toLocaleString('en');
  return String(Number(value.toPrecision(3)));
}
