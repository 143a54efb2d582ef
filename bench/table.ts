/** One line of the table. */
export interface Figure {
  name: string;
  measured: string;
  /** What it is compared with, measured in the same run. */
  yardstick?: string;
  /** What it should be. */
  target?: string;
  isMet?: boolean;
}

const WIDTHS = { name: 64, measured: 27, yardstick: 60 };

/** Prints one table line by line, as the figures come. */
export class Table {
  private missed = 0;

  constructor(private readonly write: (line: string) => void) {
    this.line({ name: 'figure', measured: 'measured', yardstick: 'beside it, in the same run', target: 'target' });
  }

  section(title: string): void {
    this.write(title);
  }

  add(figure: Figure): void {
    if (figure.isMet === false) this.missed += 1;
    this.line({
      ...figure,
      name: `  ${figure.name}`,
      target: [figure.target, figure.isMet === false ? 'MISSED' : ''].filter(Boolean).join('  '),
    });
  }

  end(): void {
    this.write(
      this.missed === 0
        ? 'Every target was met.'
        : `${this.missed} of the targets were missed. Other work on the machine changes times and rates, not counts.`,
    );
  }

  private line({ name, measured, yardstick = '', target = '' }: Figure): void {
    this.write(
      `${name.padEnd(WIDTHS.name)} ${measured.padEnd(WIDTHS.measured)} ${yardstick.padEnd(WIDTHS.yardstick)} ${target}`.trimEnd(),
    );
  }
}

/** A target that a value must reach. @param text how it reads, such as `>= 200/s` */
export function atLeast(value: number, limit: number, text: string): Pick<Figure, 'target' | 'isMet'> {
  return { target: text, isMet: value >= limit };
}

/** A target that a value must not pass. @param text how it reads, such as `<= 50 ms` */
export function atMost(value: number, limit: number, text: string): Pick<Figure, 'target' | 'isMet'> {
  return { target: text, isMet: value <= limit };
}

/** As people read it: three digits that count. */
export function shown(value: number): string {
  if (!Number.isFinite(value)) return 'unknown';
  if (value >= 100) return Math.round(value).toLocaleString('en');
  return String(Number(value.toPrecision(3)));
}
