const endings: (() => Promise<unknown>)[] = [];

/** Runs this after the last test file of the process, to end what its test files share. */
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

/** Ends what the test files of this process share; if the tests run in Jest's own process, after all of them. */
export async function endTests(): Promise<void> {
  await Promise.all(endings.splice(0).map((end) => end()));
}
