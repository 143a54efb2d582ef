/**
 * Runs a task for every item, up to `limit` at a time, and waits for all to end. The first failure aborts the other
 * tasks and is thrown.
 * @throws `signal`'s reason when aborted
 */
export async function runInParallel<T, R>(
  items: readonly T[],
  limit: number,
  signal: AbortSignal,
  task: (item: T, signal: AbortSignal) => Promise<R>,
): Promise<R[]> {
  const abortController = new AbortController();
  const forwardAbort = (): void => abortController.abort(signal.reason);
  signal.addEventListener('abort', forwardAbort);
  if (signal.aborted) forwardAbort();
  const results: R[] = [];
  let next = 0;
  const runTasks = async (): Promise<void> => {
    for (let index = next++; index < items.length; index = next++) {
      abortController.signal.throwIfAborted();
      results[index] = await task(items[index]!, abortController.signal);
    }
  };
  const workers = Array.from({ length: Math.max(limit, 1) }, () =>
    runTasks().catch((error: unknown) => {
      abortController.abort(error); // only the first call has an effect
    }),
  );
  await Promise.all(workers);
  signal.removeEventListener('abort', forwardAbort);
  signal.throwIfAborted();
  abortController.signal.throwIfAborted();
  return results;
}
