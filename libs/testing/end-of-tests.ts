const endings: (() => Promise<unknown>)[] = [];

/** Runs this after the process's last test file, to release resources that its test files share. */
export function atEndOfTests(end: () => Promise<unknown>): void {
  if (endings.length === 0 && process.send) {
    const onDisconnect = (): void => void endTests().finally(() => process.exit(1)); // Jest itself has ended
    process.once('disconnect', onDisconnect);
    // Jest stops its worker processes by removing its listeners, and waits for them. Any listener to the connection
    // with Jest keeps the process alive.
    process.on('removeListener', (event) => {
      if (event !== 'message' || process.listenerCount('message') > 0) return;
      void endTests().finally(() => process.off('disconnect', onDisconnect));
    });
  }
  endings.push(end);
}

/** Releases resources that this process's test files share. In Jest's own process, this runs after all files. */
export async function endTests(): Promise<void> {
  await Promise.all(endings.splice(0).map((end) => end()));
}
