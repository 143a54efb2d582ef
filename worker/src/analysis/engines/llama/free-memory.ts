import { readFileSync } from 'node:fs';
import { freemem, platform, totalmem } from 'node:os';

const CONTROL_GROUP_FILES = ['/sys/fs/cgroup/memory.stat', '/sys/fs/cgroup/memory/memory.stat'];
// macOS uses free memory for files and gives it back when asked.
const USABLE_SHARE_ON_MACOS = 0.6;

/** What a process on this machine, and in this container, can still get. */
export function freeMemoryBytes(): number {
  const ofMachine = platform() === 'darwin' ? totalmem() * USABLE_SHARE_ON_MACOS : freemem();
  const limit = process.constrainedMemory();
  if (limit === 0 || limit >= totalmem()) return ofMachine;
  return Math.min(ofMachine, limit - usedInContainer());
}

// Without the copies of files, such as of a model that was just downloaded, which the system drops when memory is short.
function usedInContainer(): number {
  for (const file of CONTROL_GROUP_FILES) {
    try {
      const [, bytes] = /^(?:anon|total_rss) (\d+)$/m.exec(readFileSync(file, 'utf8')) ?? [];
      if (bytes !== undefined) return Number(bytes);
    } catch {
      // The other version of control groups.
    }
  }
  return process.memoryUsage.rss();
}
