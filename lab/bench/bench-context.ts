import { join } from 'node:path';

import type { DataSource } from 'typeorm';

import { createDataSource } from '@ringwell/database/data-source';

import { BenchProcess } from './bench-process';
import { BenchStores, type BenchTarget } from './stores';
import type { Table } from './table';

export interface BenchContext {
  target: BenchTarget;
  table: Table;
  /** Whether to use the large sizes (`--full`). */
  isFull: boolean;
}

export async function withStores<T>({ target }: BenchContext, work: (stores: BenchStores) => Promise<T>): Promise<T> {
  const stores = await BenchStores.create(target);
  try {
    return await work(stores);
  } finally {
    await stores.drop();
  }
}

/** Runs work with a connection to a section's database, without a statement timeout. */
export async function withDataSource<T>(stores: BenchStores, work: (dataSource: DataSource) => Promise<T>): Promise<T> {
  const options = { url: stores.url, poolSize: 2, applicationName: 'bench', statementTimeoutMs: 0 };
  const dataSource = await createDataSource(options).initialize();
  try {
    return await work(dataSource);
  } finally {
    await dataSource.destroy();
  }
}

export async function startApi(
  stores: BenchStores,
  settings: Record<string, string> = {},
): Promise<{ api: BenchProcess; url: string }> {
  const { process, readyLine } = await BenchProcess.start(
    resolveCompiled('../../api/src/main.js'),
    stores.env(settings),
    'api: listening',
  );
  const { address } = JSON.parse(readyLine) as { address: string };
  return { api: process, url: address.replace('localhost', '127.0.0.1') };
}

export async function startWorker(stores: BenchStores, settings: Record<string, string> = {}): Promise<BenchProcess> {
  return (
    await BenchProcess.start(resolveCompiled('../../worker/src/main.js'), stores.env(settings), 'leader: elected')
  ).process;
}

export async function startInstantWorker(
  stores: BenchStores,
  settings: Record<string, string> = {},
  readyText = 'leader: elected',
): Promise<BenchProcess> {
  return (await BenchProcess.start(resolveCompiled('instant-worker.js'), stores.env(settings), readyText)).process;
}

/** Returns the absolute path of a compiled file. @param path relative to this folder */
export function resolveCompiled(path: string): string {
  return join(__dirname, path);
}
