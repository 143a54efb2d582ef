const endings: (() => Promise<unknown>)[] = [];

/** Runs this after the last test file of the process, to release what its test files share. */
export function atEndOfTests(end: () => Promise<unknown>): void {
  if (endings.length === 0 && process.send) {
    // Jest ends its worker processes by removing its listeners, and waits for them.
    process.on('removeListener', (event) => {
      if (event === 'message' && process.listenerCount('message') === 0) void endTests();
    });
    process.once('disconnect', () => void endTests().finally(() => process.exit(1))); // Jest itself has ended
  }
  endings.push(end);
}

/** Releases what the test files of this process share. In Jest's own process, this happens after all files. */
export async function endTests(): Promise<void> {
  await Promise.all(endings.splice(0).map((end) => end()));
}
