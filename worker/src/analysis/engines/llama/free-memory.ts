import { readFileSync } from 'node:fs';
import { freemem, platform, totalmem } from 'node:os';

const CONTROL_GROUP_FILES = ['/sys/fs/cgroup/memory.stat', '/sys/fs/cgroup/memory/memory.stat'];
// macOS uses free memory for file caches and releases it on demand.
const USABLE_SHARE_ON_MACOS = 0.6;

/** How much more memory a process can use on this machine and in this container. */
export function freeMemoryBytes(): number {
  const onMachine = platform() === 'darwin' ? totalmem() * USABLE_SHARE_ON_MACOS : freemem();
  const limit = process.constrainedMemory();
  if (limit === 0 || limit >= totalmem()) return onMachine;
  return Math.min(onMachine, limit - usedInContainer());
}

// Excludes cached files, such as a model that was just downloaded: the system drops them when memory is short.
function usedInContainer(): number {
  for (const file of CONTROL_GROUP_FILES) {
    try {
      const [, bytes] = /^(?:anon|total_rss) (\d+)$/m.exec(readFileSync(file, 'utf8')) ?? [];
      if (bytes !== undefined) return Number(bytes);
    } catch {
      // This file exists only in the other version of control groups.
    }
  }
  return process.memoryUsage.rss();
}
