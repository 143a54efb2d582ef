import 'reflect-metadata';
import { availableParallelism, cpus, loadavg, platform, totalmem } from 'node:os';

import type { BenchContext } from './bench-context';
import { accept } from './sections/accept';
import { agents } from './sections/agents';
import { fairness } from './sections/fairness';
import { followUps } from './sections/follow-ups';
import { growth } from './sections/growth';
import { happiness } from './sections/happiness';
import { idle } from './sections/idle';
import { memory } from './sections/memory';
import { pipeline } from './sections/pipeline';
import { recognizer } from './sections/recognizer';
import { reports } from './sections/reports';
import { scaleOut } from './sections/scale-out';
import { volume } from './sections/volume';
import { wait } from './sections/wait';
import { writer } from './sections/writer';
import { BenchStores } from './stores';
import { formatNumber, Table } from './table';

const SECTIONS: Readonly<Record<string, (context: BenchContext) => Promise<void>>> = {
  accept,
  pipeline,
  recognizer,
  writer,
  wait,
  growth,
  reports,
  volume,
  agents,
  happiness,
  'follow-ups': followUps,
  fairness,
  idle,
  memory,
  'scale-out': scaleOut,
};

/** Runs the given sections, or all of them. scripts/bench.mjs sets the store URLs. */
async function main(names: readonly string[], isFull: boolean): Promise<void> {
  const sectionNames = Object.keys(SECTIONS);
  const unknownName = names.find((name) => !sectionNames.includes(name));
  if (unknownName !== undefined)
    throw new Error(`Unknown section: "${unknownName}". Sections: ${sectionNames.join(', ')}.`);
  const target = {
    databaseUrl: readSetting('BENCH_DATABASE_URL'),
    redisUrl: readSetting('BENCH_REDIS_URL'),
    folder: readSetting('BENCH_FOLDER'),
  };
  await BenchStores.createTemplate(target);
  const print = (line: string): void => void process.stdout.write(`${line}\n`);
  print(describeMachine());
  const table = new Table(print);
  const context: BenchContext = { target, table, isFull };
  for (const [name, measure] of Object.entries(SECTIONS)) {
    if (names.length > 0 && !names.includes(name)) continue;
    table.startSection(name);
    await measure(context);
  }
  table.finish();
}

function describeMachine(): string {
  const { model } = cpus()[0] ?? { model: 'unknown processor' };
  const memory = `${formatNumber(totalmem() / 1e9)} GB`;
  const load = formatNumber(loadavg()[0] ?? NaN);
  const system = `${platform()}, Node ${process.versions.node}`;
  return `${model.trim()}, ${availableParallelism()} cores, ${memory}, ${system}; load before the run: ${load}`;
}

function readSetting(name: string): string {
  const value = process.env[name];
  if (!value) throw new Error(`${name} is not set: start the benchmark with "npm run bench".`);
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
