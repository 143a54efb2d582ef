/**
 * Runs work repeatedly without overlap: every `intervalMs`, or soon after `wake`. Rounds are at least `gapMs` apart, so
 * many wake-ups result in few rounds. Failures are reported and don't end the loop.
 */
export class Loop {
  private timer?: NodeJS.Timeout;
  private running?: Promise<void>;
  private isWakeRequested = false;
  private isStopped = false;
  // A `performance.now()` timestamp.
  private endedAt = -Infinity;

  constructor(
    private readonly work: () => Promise<void>,
    private readonly intervalMs: number,
    private readonly onError: (error: unknown) => void,
    private readonly gapMs = 0,
  ) {}

  start(): void {
    this.running = this.runRound();
  }

  wake(): void {
    if (this.running) this.isWakeRequested = true;
    else this.runAfter(this.endedAt + this.gapMs - performance.now());
  }

  /** Resolves once the round in progress ends. */
  async stop(): Promise<void> {
    this.isStopped = true;
    clearTimeout(this.timer);
    await this.running;
  }

  private runAfter(ms: number): void {
    if (this.isStopped) return;
    clearTimeout(this.timer);
    this.timer = setTimeout(
      () => {
        this.running = this.runRound();
      },
      Math.max(ms, 0),
    );
  }

  private async runRound(): Promise<void> {
    this.isWakeRequested = false;
    await this.work().catch(this.onError);
    this.running = undefined;
    this.endedAt = performance.now();
    this.runAfter(this.isWakeRequested ? this.gapMs : this.intervalMs);
  }
}
