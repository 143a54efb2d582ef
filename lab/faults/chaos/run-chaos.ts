import { setTimeout as sleep } from 'node:timers/promises';

import { randomNumbers } from '../random-numbers';
import { applyFault } from './apply-fault';
import { auditCalls } from './audit-calls';
import { auditLeftovers } from './audit-leftovers';
import { auditBilling } from './audit-money';
import { toBreaches, type Breach } from './breach';
import type { ChaosWorld } from './chaos-world';
import { checkGrowth, measureProcesses } from './growth';
import { listMessages } from './list-messages';
import { checkMessages } from './messages';
import { describeFault, generateSchedule, type PlannedFault } from './schedule';
import { settle } from './settle';
import type { Timeline } from './time-line';
import { Traffic } from './traffic';

/** Number of calls before and after the faults. Memory and open files are compared after both. */
const MEASURED_CALLS = 60;

export interface ChaosReport {
  faults: number;
  calls: number;
  states: Record<string, number>;
  traffic: Traffic['counts'];
  /** Number of samples of accounts' active calls and turns. */
  samples: number;
  fairnessSamples: number;
  messages: number;
  /** Messages that arrived more than once, after attempts with an unknown outcome. */
  repeated: number;
  /** Messages that the product reports as possibly delivered. */
  unconfirmed: number;
  /** Number of process starts, including the first start of each. */
  starts: number;
  breaches: Breach[];
}

/** Runs the product through a seed's faults, then checks the invariants. */
export async function runChaos(
  world: ChaosWorld,
  { seed, minutes, timeline }: { seed: number; minutes: number; timeline: Timeline },
): Promise<ChaosReport> {
  const { faultWorld, fleet, fairness } = world;
  const traffic = new Traffic(faultWorld, randomNumbers(seed + 1));
  await processMeasuredCalls(world);
  const resourcesBefore = measureProcesses(world);
  timeline.note(`before the faults: ${JSON.stringify(resourcesBefore)}`);
  const schedule = generateSchedule(seed, minutes);
  traffic.start();
  try {
    await injectAll(schedule, world, timeline, minutes);
  } finally {
    await traffic.stop();
  }
  timeline.note('all faults have ended');
  await settle(world, { withReports: false });
  timeline.note('idle');
  await processMeasuredCalls(world);
  const resourcesAfter = measureProcesses(world);
  timeline.note(`after the faults: ${JSON.stringify(resourcesAfter)}`);
  const unfinished = await settle(world);
  timeline.note(`remaining work: ${unfinished.join(', ') || 'none'}`);
  const messages = await listMessages(world);
  const { limitViolations, maxActive, samples } = faultWorld.sampler;
  const breaches = [
    ...toBreaches('no work is left', unfinished),
    ...(await auditCalls(world, traffic)),
    ...checkMessages(messages),
    ...(await auditBilling(world)),
    ...toBreaches(
      'no account is above its limit',
      limitViolations > 0 ? [`${limitViolations} of ${samples} samples: ${JSON.stringify([...maxActive])}`] : [],
    ),
    ...toBreaches('no account is kept waiting while others get turn after turn', fairness.violations),
    ...toBreaches('a request succeeds, or fails for a reason that its sender understands', traffic.failures),
    ...(await auditLeftovers(world)),
    ...checkGrowth(resourcesBefore, resourcesAfter),
    ...toBreaches('no process ends without a fault', fleet.unexpectedExits),
  ];
  const states = await faultWorld.query<{ state: string; calls: number }>(
    'select state, count(*)::int as calls from calls group by state',
  );
  return {
    faults: schedule.length,
    calls: faultWorld.acknowledged.length,
    states: Object.fromEntries(states.map(({ state, calls }) => [state, calls])),
    traffic: traffic.counts,
    samples,
    fairnessSamples: fairness.samples,
    messages: messages.length,
    repeated: messages.filter(({ copies }) => copies > 1).length,
    unconfirmed: messages.filter(({ state }) => state === 'dead').length,
    starts: fleet.starts,
    breaches,
  };
}

async function processMeasuredCalls(world: ChaosWorld): Promise<void> {
  await world.faultWorld.uploadMany(MEASURED_CALLS);
  await settle(world, { withReports: false });
}

async function injectAll(
  schedule: readonly PlannedFault[],
  world: ChaosWorld,
  timeline: Timeline,
  minutes: number,
): Promise<void> {
  const startedAt = performance.now();
  const sleepUntil = (ms: number): Promise<void> => sleep(Math.max(startedAt + ms - performance.now(), 0));
  const inject = async (fault: PlannedFault): Promise<void> => {
    await sleepUntil(fault.atMs);
    timeline.note(`started: ${describeFault(fault)}`);
    const endFault = await applyFault(fault, world, timeline);
    await sleepUntil(fault.atMs + fault.durationMs);
    await endFault();
    if (fault.durationMs > 0) timeline.note(`ended: ${describeFault(fault)}`);
  };
  // A store must recover from one fault before the next begins, which can take longer than the schedule allows.
  const recoveryByTarget = new Map<PlannedFault['target'], Promise<void>>();
  const injectAfterRecovery = (fault: PlannedFault): Promise<void> => {
    const injection = (recoveryByTarget.get(fault.target) ?? Promise.resolve()).then(() => inject(fault));
    recoveryByTarget.set(fault.target, injection);
    return injection;
  };
  const injections = schedule.map((fault) =>
    fault.target === 'postgres' || fault.target === 'redis' ? injectAfterRecovery(fault) : inject(fault),
  );
  await Promise.all([...injections, sleepUntil(minutes * 60_000)]);
}
