export interface Metric {
  name: string;
  measured: string;
  baseline?: string;
  target?: string;
  isMet?: boolean;
}

const WIDTHS = { name: 64, measured: 27, baseline: 60 };

export class Table {
  private missed = 0;

  constructor(private readonly write: (line: string) => void) {
    this.line({ name: 'metric', measured: 'measured', baseline: 'baseline, from the same run', target: 'target' });
  }

  section(title: string): void {
    this.write(title);
  }

  add(metric: Metric): void {
    if (metric.isMet === false) this.missed += 1;
    this.line({
      ...metric,
      name: `  ${metric.name}`,
      target: [metric.target, metric.isMet === false ? 'MISSED' : ''].filter(Boolean).join('  '),
    });
  }

  end(): void {
    this.write(
      this.missed === 0
        ? 'All targets were met.'
        : `Missed targets: ${this.missed}. Other work on the machine affects times and rates, but not counts.`,
    );
  }

  private line({ name, measured, baseline = '', target = '' }: Metric): void {
    const columns = [
      name.padEnd(WIDTHS.name),
      measured.padEnd(WIDTHS.measured),
      baseline.padEnd(WIDTHS.baseline),
      target,
    ];
    this.write(columns.join(' ').trimEnd());
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
