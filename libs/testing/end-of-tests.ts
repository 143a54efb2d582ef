const cleanups: (() => Promise<unknown>)[] = [];

/** Registers a function that runs after the process's last test file, to release resources that its files share. */
export function onTestsEnd(cleanUp: () => Promise<unknown>): void {
  if (cleanups.length === 0 && process.send) {
    const onDisconnect = (): void => void endTests().finally(() => process.exit(1)); // Jest itself has ended
    process.once('disconnect', onDisconnect);
    // Jest stops its worker processes by removing its listeners, and waits for them. Any listener on the connection
    // to Jest keeps the process alive.
    process.on('removeListener', (event) => {
      if (event !== 'message' || process.listenerCount('message') > 0) return;
      void endTests().finally(() => process.off('disconnect', onDisconnect));
    });
  }
  cleanups.push(cleanUp);
}

/** Releases resources that this process's test files share. In Jest's own process, this runs after all files. */
export async function endTests(): Promise<void> {
  await Promise.all(cleanups.splice(0).map((cleanUp) => cleanUp()));
}
