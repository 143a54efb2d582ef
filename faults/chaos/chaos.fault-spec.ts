import { writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { randomNumbers } from '../random-numbers';
import { ChaosWorld } from './chaos-world';
import { runChaos } from './run-chaos';
import { TimeLine } from './time-line';

const seed = Number(process.env['CHAOS_SEED'] ?? 1);
const minutes = Number(process.env['CHAOS_MINUTES'] ?? 2);
const folder = process.env['CHAOS_FOLDER'];

let world: ChaosWorld | undefined;
let timeLine: TimeLine;

afterEach(async () => {
  if (folder !== undefined) saveLogs(folder);
  await world?.stop();
});

function saveLogs(to: string): void {
  const { system } = world?.faultWorld ?? {};
  for (const kind of ['api', 'worker'] as const) {
    const processes = (kind === 'api' ? system?.apis : system?.workers) ?? [];
    for (const { pid, log } of processes) writeFileSync(join(to, `${kind}-${pid}.log`), `${log.join('\n')}\n`);
  }
}

it(
  `keeps its promises during ${minutes} minutes of faults with seed ${seed}`,
  async () => {
    timeLine = new TimeLine(folder === undefined ? undefined : join(folder, 'time-line.txt'));
    world = await ChaosWorld.start(timeLine, randomNumbers(seed + 2));
    const { breaches, ...report } = await runChaos(world, { seed, minutes, timeLine });
    process.stdout.write(`${JSON.stringify(report, null, 2)}\n`);
    if (breaches.length === 0) return;
    const broken = breaches.map(({ invariant, details }) => `BROKEN: ${invariant}: ${details}`);
    throw new Error([`Seed ${seed}, ${minutes} minutes.`, ...timeLine.lines, ...broken].join('\n'));
  },
  minutes * 60_000 + 3_600_000,
);
