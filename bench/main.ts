import 'reflect-metadata';
import { availableParallelism, cpus, loadavg, platform, totalmem } from 'node:os';

import type { BenchContext } from './bench-context';
import { accept } from './sections/accept';
import { agents } from './sections/agents';
import { fairness } from './sections/fairness';
import { followUps } from './sections/follow-ups';
import { growth } from './sections/growth';
import { happiness } from './sections/happiness';
import { memory } from './sections/memory';
import { migrations } from './sections/migrations';
import { pipeline } from './sections/pipeline';
import { recognizer } from './sections/recognizer';
import { reports } from './sections/reports';
import { rest } from './sections/rest';
import { scaleOut } from './sections/scale-out';
import { volume } from './sections/volume';
import { BenchStores } from './stores';
import { formatNumber, Table } from './table';

interface Section {
  /** Argument of `--only`. */
  name: string;
  title: string;
  run: (context: BenchContext) => Promise<void>;
}

const SECTIONS: readonly Section[] = [
  { name: 'accept', title: 'calls accepted by the API', run: accept },
  { name: 'pipeline', title: 'calls processed with instant engines', run: pipeline },
  { name: 'recognizer', title: 'complete calls with the built-in recognizer', run: recognizer },
  { name: 'growth', title: 'a growing queue', run: growth },
  { name: 'reports', title: 'usage, lists and search', run: reports },
  { name: 'volume', title: 'very many calls', run: volume },
  { name: 'agents', title: 'an agent with most calls of a large account', run: agents },
  { name: 'happiness', title: 'the happiness of a large account', run: happiness },
  { name: 'follow-ups', title: 'follow-ups and customers of a large account', run: followUps },
  { name: 'migrations', title: 'an update from the version before', run: migrations },
  { name: 'fairness', title: 'one large account and many small ones', run: fairness },
  { name: 'rest', title: 'an installation at rest', run: rest },
  { name: 'memory', title: 'memory of the processes', run: memory },
  { name: 'scale-out', title: 'several workers', run: scaleOut },
];

/** Runs the named sections, or all. scripts/bench.mjs sets the addresses of the stores. */
async function main(names: readonly string[], isFull: boolean): Promise<void> {
  const known = SECTIONS.map(({ name }) => name);
  const unknown = names.find((name) => !known.includes(name));
  if (unknown !== undefined) throw new Error(`There is no section "${unknown}". Sections: ${known.join(', ')}.`);
  const target = {
    databaseUrl: setting('BENCH_DATABASE_URL'),
    redisUrl: setting('BENCH_REDIS_URL'),
    folder: setting('BENCH_FOLDER'),
  };
  await BenchStores.createTemplate(target);
  const table = new Table((line) => {
    process.stdout.write(`${line}\n`);
  });
  table.section(describeMachine());
  const context: BenchContext = { target, table, isFull };
  for (const section of SECTIONS.filter(({ name }) => names.length === 0 || names.includes(name))) {
    table.section(`${section.name}: ${section.title}`);
    await section.run(context);
  }
  table.end();
}

function describeMachine(): string {
  const { model } = cpus()[0] ?? { model: 'unknown processor' };
  const memory = `${formatNumber(totalmem() / 1e9)} GB`;
  const load = formatNumber(loadavg()[0] ?? NaN);
  const system = `${platform()}, Node ${process.versions.node}`;
  return `${model.trim()}, ${availableParallelism()} cores, ${memory}, ${system}; load before the run: ${load}`;
}

function setting(name: string): string {
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
