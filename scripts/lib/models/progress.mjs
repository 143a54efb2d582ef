// Download progress: a bar on an interactive terminal, otherwise one line per 10 percent.
import { dim, print } from '../terminal.mjs';

const BAR_WIDTH = 30;
const REFRESH_MS = 100;

/**
 * @param {string} title @param {number} total bytes
 * @returns {{ update: (received: number) => void, end: () => void }}
 */
export function showProgress(title, total) {
  return process.stdout.isTTY ? showBar(title, total) : printTenths(title, total);
}

/** @param {string} title @param {number} total */
function showBar(title, total) {
  const startedAt = performance.now();
  let shownAt = 0;
  /** @type {number | undefined} */
  let firstReceived;
  /** @param {number} received */
  const update = (received) => {
    firstReceived ??= received;
    const now = performance.now();
    if (now - shownAt < REFRESH_MS && received < total) return;
    shownAt = now;
    const fraction = Math.min(1, received / total);
    const filledWidth = Math.round(fraction * BAR_WIDTH);
    const speed = ((received - firstReceived) / Math.max(1, now - startedAt)) * 1_000;
    const remaining = speed > 0 && fraction < 1 ? `, ${formatRemaining((total - received) / speed)} left` : '';
    const bar = `${'█'.repeat(filledWidth)}${dim('░'.repeat(BAR_WIDTH - filledWidth))}`;
    const numbers = `${formatBytes(received)} of ${formatBytes(total)}, ${formatBytes(speed)}/s${remaining}`;
    process.stdout.write(`\r\x1b[K${title} ${bar} ${String(Math.floor(fraction * 100)).padStart(3)}%  ${dim(numbers)}`);
  };
  return { update, end: () => process.stdout.write('\r\x1b[K') };
}

/** @param {string} title @param {number} total */
function printTenths(title, total) {
  let tenth = -1;
  /** @param {number} received */
  const update = (received) => {
    const nextTenth = Math.min(10, Math.floor((received / total) * 10));
    if (nextTenth <= tenth) return;
    tenth = nextTenth;
    print(`${title}: ${tenth * 10}% (${formatBytes(received)} of ${formatBytes(total)})`);
  };
  return { update, end: () => undefined };
}

/** @param {number} seconds */
function formatRemaining(seconds) {
  const rounded = Math.ceil(seconds);
  return `${Math.floor(rounded / 60)}:${String(rounded % 60).padStart(2, '0')}`;
}

/** @param {number} bytes @returns {string} such as `482 MB` */
export function formatBytes(bytes) {
  if (bytes < 999_500) return `${Math.round(bytes / 1_000)} kB`;
  if (bytes < 999_500_000) return `${Math.round(bytes / 1_000_000)} MB`;
  return `${(bytes / 1_000_000_000).toFixed(1)} GB`;
}
