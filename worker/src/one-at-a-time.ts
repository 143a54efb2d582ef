/** Lets one task run after the other, in the order in which they came. */
export class OneAtATime {
  private busy: Promise<unknown> = Promise.resolve();

  /** Waits for its turn. @throws the signal's reason when aborted before */
  async run<T>(task: () => Promise<T>, signal: AbortSignal): Promise<T> {
    const previous = this.busy;
    let finish = (): void => undefined;
    const finished = new Promise<void>((resolve) => (finish = resolve));
    this.busy = previous.then(() => finished);
    try {
      await unlessAborted(previous, signal);
      return await task();
    } finally {
      finish();
    }
  }
}

async function unlessAborted<T>(promise: Promise<T>, signal: AbortSignal): Promise<T> {
  signal.throwIfAborted();
  let stopWaiting = (): void => undefined;
  const aborted = new Promise<never>((_, reject) => {
    stopWaiting = () => reject(signal.reason as Error);
    signal.addEventListener('abort', stopWaiting, { once: true });
  });
  return Promise.race([promise, aborted]).finally(() => signal.removeEventListener('abort', stopWaiting));
}
