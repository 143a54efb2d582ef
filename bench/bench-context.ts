import { join } from 'node:path';

import { BenchProcess } from './bench-process';
import { BenchStores, type BenchPlace } from './stores';
import type { Table } from './table';

/** What a section of the bench is given. */
export interface BenchContext {
  place: BenchPlace;
  table: Table;
  /** The large sizes, which take an hour. */
  isFull: boolean;
}

/** Runs work on stores of its own, which are gone afterwards. */
export async function withStores<T>({ place }: BenchContext, work: (stores: BenchStores) => Promise<T>): Promise<T> {
  const stores = await BenchStores.make(place);
  try {
    return await work(stores);
  } finally {
    await stores.drop();
  }
}

/** The product's API. */
export async function startApi(stores: BenchStores): Promise<{ api: BenchProcess; url: string }> {
  const { process, readyLine } = await BenchProcess.start(compiled('../api/src/main.js'), stores.env(), 'listens on');
  const { address } = JSON.parse(readyLine) as { address: string };
  return { api: process, url: address.replace('localhost', '127.0.0.1') };
}

/** The product's worker with everything it has. */
export async function startWorker(stores: BenchStores): Promise<BenchProcess> {
  return (await BenchProcess.start(compiled('../worker/src/main.js'), stores.env(), 'leader: elected')).process;
}

/** The product's worker with engines that take no time. */
export async function startInstantWorker(
  stores: BenchStores,
  settings: Record<string, string> = {},
  readyWords = 'leader: elected',
): Promise<BenchProcess> {
  return (await BenchProcess.start(compiled('instant-worker.js'), stores.env(settings), readyWords)).process;
}

/** @param path as seen from this folder */
export function compiled(path: string): string {
  return join(__dirname, path);
}
