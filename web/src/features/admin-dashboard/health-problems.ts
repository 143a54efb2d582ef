import type { SystemHealth } from '../../api/types';
import { formatTime, plural } from '../../lib/format/format';

/** Administrators are warned when less than this fraction of the disk is free. */
const LOW_DISK_FRACTION = 0.1;

/** The current problems as sentences without a period. Empty if everything is running. */
export function healthProblems(health: SystemHealth): string[] {
  const { rows, workers, silentWorkers, disk, undelivered, inbox } = health;
  const failedCount = sumBy(undelivered ?? [], 'failed');
  const retryingCount = sumBy(undelivered ?? [], 'retrying');
  const withoutSlots = workers.filter(({ slots }) => slots === 0);
  return [
    ...rows.filter(({ status }) => status !== 'operational').map(({ state }) => state),
    ...silentWorkers.map(
      ({ host, lastSeenAt }) =>
        `The worker on ${host} stopped responding at ${formatTime(new Date(lastSeenAt))}${workers.length === 0 ? ', so calls are waiting. Restart it' : ''}`,
    ),
    // If it's all of them, the row about processing says so.
    ...(withoutSlots.length === workers.length ? [] : withoutSlots).map(
      ({ host }) => `The worker on ${host} can't access the recordings or has no speech recognizer`,
    ),
    ...(failedCount > 0 ? [`${plural(failedCount, 'message')} could not be delivered`] : []),
    ...(retryingCount > 0 ? [`${plural(retryingCount, 'message')} failed and will be retried`] : []),
    ...(inbox ?? []).flatMap(({ accountName, problem }) =>
      problem === null ? [] : [`${accountName}'s recordings are waiting. ${problem.replace(/\.$/, '')}`],
    ),
    ...(isNearlyFull(disk) ? ['The disk is almost full'] : []),
  ];
}

export function isNearlyFull(disk: SystemHealth['disk']): boolean {
  return disk !== null && disk.freeBytes < disk.totalBytes * LOW_DISK_FRACTION;
}

function sumBy<K extends string>(items: readonly Record<K, number>[], key: K): number {
  return items.reduce((total, item) => total + item[key], 0);
}
