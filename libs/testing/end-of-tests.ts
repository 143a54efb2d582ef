const endings: (() => Promise<unknown>)[] = [];

/** Runs this after the process's last test file, to release what its test files share. */
export function atEndOfTests(end: () => Promise<unknown>): void {
  if (endings.length === 0 && process.send) {
    // Jest stops its worker processes by removing its listeners, and waits for them.
    process.on('removeListener', (event) => {
      if (event === 'message' && process.listenerCount('message') === 0) void endTests();
    });
    process.once('disconnect', () => void endTests().finally(() => process.exit(1))); // Jest itself has ended
  }
  endings.push(end);
}

/** Releases what this process's test files share. In Jest's own process, this runs after all files. */
export async function endTests(): Promise<void> {
  await Promise.all(endings.splice(0).map((end) => end()));
}
