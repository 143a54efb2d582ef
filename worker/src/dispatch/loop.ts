/**
 * Runs work again and again, never twice at once: after `intervalMs`, or at once when woken. A failure is told and does
 * not end the loop.
 */
export class Loop {
  private timer?: NodeJS.Timeout;
  private running?: Promise<void>;
  private wakeRequested = false;
  private stopped = false;

  constructor(private readonly work: () => Promise<void>, private readonly intervalMs: number, private readonly onError: (error: unknown) => void) {}

  start(): void {
    this.running = this.round();
  }

  /** Runs the work as soon as possible. */
  wake(): void {
    if (this.stopped) return;
    if (this.running) {
      this.wakeRequested = true;
      return;
    }
    clearTimeout(this.timer);
    this.running = this.round();
  }

  /** Resolves when the round that is under way has ended. */
  async stop(): Promise<void> {
    this.stopped = true;
    clearTimeout(this.timer);
    await this.running;
  }

  private async round(): Promise<void> {
    do {
      this.wakeRequested = false;
      await this.work().catch(this.onError);
    } while (this.wakeRequested && !this.stopped);
    this.running = undefined;
    if (!this.stopped) this.timer = setTimeout(() => { this.running = this.round(); }, this.intervalMs);
  }
}
