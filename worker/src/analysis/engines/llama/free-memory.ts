import { readFileSync } from 'node:fs';
import { freemem, platform, totalmem } from 'node:os';

const CONTROL_GROUP_FILES = ['/sys/fs/cgroup/memory.stat', '/sys/fs/cgroup/memory/memory.stat'];
// macOS fills free memory with file caches and releases it on demand.
const USABLE_FRACTION_ON_MACOS = 0.6;

/** How much more memory a process can use, given the limits of the machine and the container. */
export function freeMemoryBytes(): number {
  const machineFreeBytes = platform() === 'darwin' ? totalmem() * USABLE_FRACTION_ON_MACOS : freemem();
  const limit = process.constrainedMemory();
  if (limit === 0 || limit >= totalmem()) return machineFreeBytes;
  return Math.min(machineFreeBytes, limit - containerUsedBytes());
}

// Excludes cached files (such as a freshly downloaded model), which the system evicts when memory is low.
function containerUsedBytes(): number {
  for (const file of CONTROL_GROUP_FILES) {
    try {
      const [, bytes] = /^(?:anon|total_rss) (\d+)$/m.exec(readFileSync(file, 'utf8')) ?? [];
      if (bytes !== undefined) return Number(bytes);
    } catch {
      // This file only exists in the other cgroup version.
    }
  }
  return process.memoryUsage.rss();
}
