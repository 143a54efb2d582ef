import 'reflect-metadata';

import { availableParallelism, cpus, loadavg, platform, totalmem } from 'node:os';

import type { BenchContext } from './bench-context';
import { SECTIONS } from './sections';
import { BenchStores } from './stores';
import { shown, Table } from './table';

/** Runs the sections that the arguments name, or all. Where the stores are comes from scripts/bench.mjs. */
async function main(names: readonly string[], isFull: boolean): Promise<void> {
  const known = SECTIONS.map(({ name }) => name);
  const unknown = names.find((name) => !known.includes(name));
  if (unknown !== undefined) throw new Error(`There is no section "${unknown}": --only takes ${known.join(', ')}.`);
  const place = {
    databaseUrl: setting('BENCH_DATABASE_URL'),
    redisUrl: setting('BENCH_REDIS_URL'),
    folder: setting('BENCH_FOLDER'),
  };
  await BenchStores.makeTemplate(place);
  const table = new Table((line) => {
    process.stdout.write(`${line}\n`);
  });
  table.section(machine());
  const context: BenchContext = { place, table, isFull };
  for (const section of SECTIONS.filter(({ name }) => names.length === 0 || names.includes(name))) {
    table.section(`${section.name}: ${section.title}`);
    await section.run(context);
  }
  table.end();
}

/** Figures mean nothing without it. */
function machine(): string {
  const { model } = cpus()[0] ?? { model: 'unknown processor' };
  return `${model.trim()}, ${availableParallelism()} cores, ${shown(totalmem() / 1e9)} GB, ${platform()}, Node ${process.versions.node}; load before: ${shown(loadavg()[0] ?? NaN)}`;
}

function setting(name: string): string {
  const value = process.env[name];
  if (!value) throw new Error(`${name} is not set. Start the bench with: npm run bench`);
  return value;
}

const [mode, ...names] = process.argv.slice(2);
main(names, mode === 'full').then(
  () => process.exit(0),
  (error: unknown) => {
    process.stderr.write(`${error instanceof Error ? error.stack : String(error)}\n`);
    process.exit(1);
  },
);
