import { randomNumbers } from '../random-numbers';

export const API_NAMES = ['api-1', 'api-2'] as const;
export const WORKER_NAMES = ['worker-1', 'worker-2', 'worker-3'] as const;
export const PROCESS_NAMES = [...API_NAMES, ...WORKER_NAMES] as const;
export type ProcessName = (typeof PROCESS_NAMES)[number];

export const VENDORS = ['speech', 'receiver', 'mail', 'stripe'] as const;
export type Vendor = (typeof VENDORS)[number];

export const VENDOR_MODES = ['429', '500', 'hang', 'break', 'garbage'] as const;
export type VendorMode = (typeof VENDOR_MODES)[number];

/** Targets that a process connects to through its own proxy. */
export const LINK_ENDS = ['postgres', 'redis', 'speech', 'mail'] as const;
export type LinkEnd = (typeof LINK_ENDS)[number];

export const LINK_MODES = ['cut', 'hang', 'slow', 'resets'] as const;
export type LinkMode = (typeof LINK_MODES)[number];

/**
 * `kill`: SIGKILL, restarted after the duration. `terminate`: SIGTERM, restarted once it has exited. `freeze`: SIGSTOP,
 * shorter or longer than a call's lease (15 s). `stall`: all of a store's processes are stopped, as if its disk weren't
 * responding. `full`: a disk without any free blocks. `clock`: a process's wall clock jumps, then jumps back.
 */
export type PlannedFault = { atMs: number; durationMs: number } & (
  | { kind: 'kill' | 'terminate' | 'freeze'; target: ProcessName }
  | { kind: 'clock'; target: ProcessName; jumpSeconds: number }
  | { kind: 'link'; target: ProcessName; end: LinkEnd; mode: LinkMode }
  | { kind: 'kill' | 'restart' | 'stall'; target: 'postgres' }
  | { kind: 'kill' | 'flush' | 'stall'; target: 'redis' }
  | { kind: 'full'; target: 'storage' | (typeof WORKER_NAMES)[number] }
  | { kind: 'vendor'; target: Vendor; mode: VendorMode; failureRate: number }
);

type RandomFault = PlannedFault extends infer F ? (F extends PlannedFault ? Omit<F, 'atMs'> : never) : never;

/** Average time between the starts of two faults. */
const MEAN_INTERVAL_MS = 3_000;
const MINUTE_MS = 60_000;

class RandomPicker {
  constructor(private readonly nextRandom: () => number) {}

  /** Returns a random duration in whole milliseconds. */
  ms(fromSeconds: number, toSeconds: number): number {
    return Math.round((fromSeconds + this.nextRandom() * (toSeconds - fromSeconds)) * 1_000);
  }

  pickOne<T>(values: readonly T[]): T {
    return values[Math.floor(this.nextRandom() * values.length)] as T;
  }

  shuffle<T>(values: readonly T[]): T[] {
    return values
      .map((value) => ({ value, order: this.nextRandom() }))
      .sort((a, b) => a.order - b.order)
      .map(({ value }) => value);
  }
}

/** Each of these is called once before any is called twice, so that even a short run includes every kind of fault. */
const FAULT_MAKERS: readonly ((random: RandomPicker) => RandomFault)[] = [
  (random) => ({ kind: 'kill', target: random.pickOne(API_NAMES), durationMs: random.ms(0.5, 8) }),
  (random) => ({ kind: 'kill', target: random.pickOne(WORKER_NAMES), durationMs: random.ms(0.5, 8) }),
  (random) => ({ kind: 'kill', target: random.pickOne(WORKER_NAMES), durationMs: random.ms(0.5, 8) }),
  (random) => ({ kind: 'terminate', target: random.pickOne(PROCESS_NAMES), durationMs: 0 }),
  (random) => ({ kind: 'freeze', target: random.pickOne(PROCESS_NAMES), durationMs: random.ms(1, 12) }),
  (random) => ({ kind: 'freeze', target: random.pickOne(WORKER_NAMES), durationMs: random.ms(18, 40) }),
  (random) => ({ kind: 'freeze', target: random.pickOne(WORKER_NAMES), durationMs: random.ms(62, 75) }),
  (random) => randomLinkFault(random, 'postgres', LINK_MODES),
  (random) => randomLinkFault(random, 'postgres', LINK_MODES),
  (random) => randomLinkFault(random, 'redis', LINK_MODES),
  // No `hang`, because only a call's time limit ends requests to a recognizer that never responds.
  (random) => randomLinkFault(random, 'speech', ['cut', 'slow', 'resets']),
  (random) => randomLinkFault(random, 'mail', LINK_MODES),
  (random) => ({ kind: 'kill', target: 'postgres', durationMs: random.ms(0, 12) }),
  (random) => ({ kind: 'restart', target: 'postgres', durationMs: random.ms(0, 6) }),
  (random) => ({ kind: 'stall', target: 'postgres', durationMs: random.ms(0.2, 4) }),
  (random) => ({ kind: 'kill', target: 'redis', durationMs: random.ms(0, 12) }),
  () => ({ kind: 'flush', target: 'redis', durationMs: 0 }),
  (random) => ({ kind: 'stall', target: 'redis', durationMs: random.ms(0.2, 6) }),
  (random) => ({ kind: 'full', target: 'storage', durationMs: random.ms(3, 15) }),
  (random) => ({ kind: 'full', target: random.pickOne(WORKER_NAMES), durationMs: random.ms(3, 15) }),
  (random) => ({
    kind: 'clock',
    target: random.pickOne(PROCESS_NAMES),
    durationMs: random.ms(5, 30),
    jumpSeconds: random.pickOne([-3_600, -90, -20, 20, 90, 3_600]),
  }),
  (random) => randomVendorFault(random, 'speech'),
  (random) => randomVendorFault(random, 'receiver'),
  (random) => randomVendorFault(random, 'mail'),
  (random) => randomVendorFault(random, 'stripe'),
];

function randomLinkFault(random: RandomPicker, end: LinkEnd, modes: readonly LinkMode[]): RandomFault {
  const target = random.pickOne(end === 'postgres' || end === 'redis' ? PROCESS_NAMES : WORKER_NAMES);
  return { kind: 'link', target, end, mode: random.pickOne(modes), durationMs: random.ms(2, 20) };
}

function randomVendorFault(random: RandomPicker, target: Vendor): RandomFault {
  const mode = random.pickOne(VENDOR_MODES);
  return { kind: 'vendor', target, mode, failureRate: random.pickOne([0.3, 0.6, 1]), durationMs: random.ms(4, 20) };
}

/** Names what a fault affects. Faults that affect the same thing don't overlap. */
function getSubject(fault: RandomFault): string {
  if (fault.kind === 'link') return `${fault.target} to ${fault.end}`;
  if (fault.kind === 'full') return `disk of ${fault.target}`;
  return fault.target;
}

/**
 * Generates a run's faults in chronological order. All end within the given minutes. The same seed and minutes produce
 * the same faults.
 */
export function generateSchedule(seed: number, minutes: number): PlannedFault[] {
  const nextRandom = randomNumbers(seed);
  const random = new RandomPicker(nextRandom);
  const schedule: PlannedFault[] = [];
  const busyUntil = new Map<string, number>();
  let remainingMakers: (typeof FAULT_MAKERS)[number][] = [];
  for (
    let atMs = MEAN_INTERVAL_MS;
    atMs < minutes * MINUTE_MS;
    atMs += Math.round(-Math.log(1 - nextRandom()) * MEAN_INTERVAL_MS)
  ) {
    if (remainingMakers.length === 0) remainingMakers = random.shuffle(FAULT_MAKERS);
    const fault = remainingMakers.pop()?.(random);
    if (!fault) break;
    const subject = getSubject(fault);
    const endsAtMs = atMs + fault.durationMs;
    if ((busyUntil.get(subject) ?? 0) > atMs || endsAtMs > minutes * MINUTE_MS) continue;
    busyUntil.set(subject, endsAtMs + 1);
    schedule.push({ atMs, ...fault });
  }
  return schedule;
}

/** Describes a fault on one line, such as `worker-1: freeze, for 20.1 s`. */
export function describeFault(fault: PlannedFault): string {
  const { kind, target, durationMs } = fault;
  const description =
    kind === 'link'
      ? `link to ${fault.end}: ${fault.mode}`
      : kind === 'vendor'
        ? `${fault.mode} for ${Math.round(fault.failureRate * 100)} % of requests`
        : kind === 'clock'
          ? `clock jumps by ${fault.jumpSeconds} s`
          : kind;
  return `${target}: ${description}${durationMs > 0 ? `, for ${(durationMs / 1_000).toFixed(1)} s` : ''}`;
}
