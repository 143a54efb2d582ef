import { appendFileSync } from 'node:fs';

/** A timeline of events that helps explain why an invariant was violated. */
export class Timeline {
  readonly lines: string[] = [];
  private readonly startedAt = performance.now();

  /** @param file also receives each line immediately */
  constructor(private readonly file?: string) {}

  /** Adds a line that starts with the time, such as `02:05.3`. */
  note(event: string): void {
    const seconds = (performance.now() - this.startedAt) / 1_000;
    const minutes = Math.floor(seconds / 60);
    const remainingSeconds = (Math.floor((seconds - minutes * 60) * 10) / 10).toFixed(1);
    const line = `${String(minutes).padStart(2, '0')}:${remainingSeconds.padStart(4, '0')} ${event}`;
    this.lines.push(line);
    if (this.file !== undefined) appendFileSync(this.file, `${line}\n`);
  }
}
