import { readFileSync } from 'node:fs';

import { Redis } from 'ioredis';

import type { ChaosWorld } from './chaos-world';
import type { PlannedFault, ProcessName } from './schedule';
import type { Timeline } from './time-line';

/** How long PostgreSQL takes to detect a lost client with the leader's keepalive settings. */
const KEEPALIVE_DETECTION_MS = 9_000;
const LINK_DELAY_MS = 400;
const RESET_EVERY_CHUNKS = 60;
/** A process that doesn't exit within this time after SIGTERM is killed and reported. */
const SHUTDOWN_TIMEOUT_MS = 60_000;

export type EndFault = () => void | Promise<void>;

const NO_CLEANUP: EndFault = () => undefined;

/** Starts a fault. @returns a function that ends it */
export async function applyFault(fault: PlannedFault, world: ChaosWorld, timeline: Timeline): Promise<EndFault> {
  const { fleet, postgres, redis, vendors } = world;
  const { target } = fault;
  if (target === 'postgres') return applyToPostgres(fault.kind, postgres);
  if (target === 'redis') return applyToRedis(fault.kind, redis);
  switch (fault.kind) {
    case 'kill':
      await fleet.keepDown(fault.target, 'SIGKILL');
      return () => fleet.release(fault.target);
    case 'terminate':
      await terminate(fault.target, world, timeline);
      return NO_CLEANUP;
    case 'freeze':
      return freeze(fault.target, world);
    case 'clock':
      if (!fleet.canShiftClocks) return skip(timeline, 'clocks do not jump, because libfaketime is missing');
      fleet.shiftClock(fault.target, fault.jumpSeconds);
      return () => fleet.shiftClock(fault.target, 0);
    case 'link':
      return disturbLink(fault, world);
    case 'full': {
      const disk = world.disks.get(fault.target);
      if (!disk) return skip(timeline, 'disks do not fill up, because this user cannot mount file systems');
      disk.fillUp();
      return () => disk.empty();
    }
    case 'vendor':
      vendors.fail(fault.target, fault);
      return () => recover(fault, world);
  }
}

function skip(timeline: Timeline, reason: string): EndFault {
  timeline.note(reason);
  return NO_CLEANUP;
}

async function applyToPostgres(
  kind: Extract<PlannedFault, { target: 'postgres' }>['kind'],
  postgres: ChaosWorld['postgres'],
): Promise<EndFault> {
  if (kind === 'stall') {
    postgres.freeze();
    return () => postgres.thaw();
  }
  await (kind === 'kill' ? postgres.kill() : postgres.shutDown());
  return () => postgres.start();
}

async function applyToRedis(
  kind: Extract<PlannedFault, { target: 'redis' }>['kind'],
  redis: ChaosWorld['redis'],
): Promise<EndFault> {
  if (kind === 'stall') {
    redis.freeze();
    return () => redis.thaw();
  }
  if (kind === 'flush') {
    const client = new Redis(redis.url, { retryStrategy: () => null });
    await client.flushall().finally(() => client.disconnect());
    return NO_CLEANUP;
  }
  await redis.kill();
  return () => redis.start();
}

async function terminate(name: ProcessName, { fleet }: ChaosWorld, timeline: Timeline): Promise<void> {
  const process = fleet.getProcess(name);
  const startedAt = performance.now();
  let checkedAt = startedAt;
  let limitMs = SHUTDOWN_TIMEOUT_MS;
  const watchdog = setInterval(() => {
    const now = performance.now();
    if (process && isStopped(process.pid)) limitMs += now - checkedAt; // a frozen process can't exit
    checkedAt = now;
    if (now - startedAt < limitMs) return;
    clearInterval(watchdog);
    fleet.unexpectedExits.push(`${name} did not exit within a minute of SIGTERM`);
    process?.signal('SIGKILL');
  }, 500);
  await fleet.keepDown(name, 'SIGTERM');
  clearInterval(watchdog);
  timeline.note(`${name} exited ${((performance.now() - startedAt) / 1_000).toFixed(1)} s after SIGTERM`);
  fleet.release(name);
}

/** Whether a process was stopped with SIGSTOP: https://man7.org/linux/man-pages/man5/proc_pid_stat.5.html */
function isStopped(pid: number): boolean {
  try {
    return readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').at(-1)?.startsWith('T') ?? false;
  } catch {
    return false; // the process has exited
  }
}

function freeze(name: ProcessName, { fleet }: ChaosWorld): EndFault {
  const process = fleet.getProcess(name);
  process?.signal('SIGSTOP');
  return () => process?.signal('SIGCONT');
}

async function disturbLink(
  { target, end, mode }: Extract<PlannedFault, { kind: 'link' }>,
  { fleet }: ChaosWorld,
): Promise<EndFault> {
  const link = fleet.getLink(target, end);
  switch (mode) {
    case 'cut':
      await link.cut();
      return () => link.restore();
    case 'hang':
      link.hang(KEEPALIVE_DETECTION_MS);
      return () => link.stopHanging();
    case 'slow':
      link.delayMs = LINK_DELAY_MS;
      return () => {
        link.delayMs = 0;
      };
    case 'resets':
      link.resetEvery = RESET_EVERY_CHUNKS;
      return () => {
        link.resetEvery = 0;
      };
  }
}

/** Ends a vendor's fault. The speech service also drops unanswered requests, as a restarted service would. */
async function recover(
  { target, mode }: Extract<PlannedFault, { kind: 'vendor' }>,
  { vendors, fleet }: ChaosWorld,
): Promise<void> {
  vendors.recover(target);
  if (target !== 'speech' || mode !== 'hang') return;
  for (const { name } of fleet.running) fleet.getLink(name, 'speech').dropConnections();
}
