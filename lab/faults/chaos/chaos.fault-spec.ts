import { writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { randomNumbers } from '../random-numbers';
import { ChaosWorld } from './chaos-world';
import { runChaos } from './run-chaos';
import { Timeline } from './time-line';

// `npm run test:chaos` sets these variables.
const seed = Number(process.env['CHAOS_SEED']);
const minutes = Number(process.env['CHAOS_MINUTES']);
const { CHAOS_FOLDER: folder = '', CHAOS_LOGS: logs = '' } = process.env;

const timeline = new Timeline(join(logs, 'time-line.txt'));
let world: ChaosWorld | undefined;

afterEach(async () => {
  if (world) saveLogs(world);
  await world?.stop();
});

function saveLogs({ faultWorld: { system } }: ChaosWorld): void {
  const processes = [
    ...system.apis.map((process) => ({ kind: 'api', process })),
    ...system.workers.map((process) => ({ kind: 'worker', process })),
  ];
  for (const { kind, process } of processes)
    writeFileSync(join(logs, `${kind}-${process.pid}.log`), `${process.log.join('\n')}\n`);
}

it(
  `maintains its invariants during ${minutes} minutes of faults with seed ${seed}`,
  async () => {
    world = await ChaosWorld.start(folder, timeline, randomNumbers(seed + 2));
    const { breaches, ...report } = await runChaos(world, { seed, minutes, timeline });
    process.stdout.write(`${JSON.stringify(report, null, 2)}\n`);
    if (breaches.length === 0) return;
    const brokenInvariants = breaches.map(({ invariant, details }) => `BROKEN: ${invariant}: ${details}`);
    throw new Error([`Seed ${seed}, ${minutes} minutes.`, ...timeline.lines, ...brokenInvariants].join('\n'));
  },
  minutes * 60_000 + 3_600_000,
);
