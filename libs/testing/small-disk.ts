import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, statfsSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** An in-memory file system that can be filled by shrinking it to its contents. Requires root. */
export class SmallDisk {
  constructor(
    readonly folder: string,
    private readonly kilobytes: number,
    mode = '755',
  ) {
    mount(folder, `size=${kilobytes}k,mode=${mode}`);
  }

  fillUp(): void {
    for (let spareKilobytes = 0; ; spareKilobytes += 64) {
      const { blocks, bfree, bsize } = statfsSync(this.folder);
      const usedKilobytes = Math.ceil(((blocks - bfree) * bsize) / 1_024);
      try {
        mount(this.folder, `remount,size=${Math.max(usedKilobytes + spareKilobytes, 4)}k`);
        return;
      } catch (error) {
        if (spareKilobytes > 4_096) throw error; // other processes keep writing
      }
    }
  }

  empty(): void {
    mount(this.folder, `remount,size=${this.kilobytes}k`);
  }

  remove(): void {
    execFileSync('umount', ['-l', this.folder]);
  }
}

/** Whether this process can mount file systems. */
export function canMount(): boolean {
  const folder = mkdtempSync(join(tmpdir(), 'ringwell-mount-'));
  try {
    new SmallDisk(folder, 64).remove();
    return true;
  } catch {
    return false;
  } finally {
    rmSync(folder, { recursive: true });
  }
}

function mount(folder: string, options: string): void {
  execFileSync('mount', ['-t', 'tmpfs', '-o', options, 'tmpfs', folder], { stdio: 'ignore' });
}
