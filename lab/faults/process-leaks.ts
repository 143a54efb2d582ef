import { execFileSync } from 'node:child_process';
import { readdirSync, readlinkSync } from 'node:fs';
import { join } from 'node:path';

import { STORAGE_MARKER } from '@ringwell/platform/storage/disk.storage';
import { TEST_WORK_DIR } from '@ringwell/testing/test-system';

interface ProcessEntry {
  pid: number;
  parentPid: number;
  command: string;
}

/**
 * Returns the commands of these processes' descendants, and of orphans running in their work folders.
 * @param workDirs the values of WORK_DIR
 */
export function findProcesses(pids: readonly number[], workDirs: readonly string[] = [TEST_WORK_DIR]): string[] {
  const processes = listProcesses();
  const listDescendants = (pid: number): ProcessEntry[] =>
    processes.filter(({ parentPid }) => parentPid === pid).flatMap((child) => [child, ...listDescendants(child.pid)]);
  const orphans = processes.filter((program) =>
    workDirs.some((folder) => pids.some((pid) => readWorkingFolder(program.pid).startsWith(`${folder}/${pid}-`))),
  );
  return [...new Set([...pids.flatMap(listDescendants), ...orphans].map(({ command }) => command))];
}

export function findWorkFolders(pids: readonly number[], workDirs: readonly string[] = [TEST_WORK_DIR]): string[] {
  return workDirs.flatMap(listNames).filter((name) => pids.some((pid) => name.startsWith(`${pid}-`)));
}

/** Relative paths of the files under a folder, except the storage's marker file. */
export function listFiles(folder: string): string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && entry.name !== STORAGE_MARKER)
    .map((entry) => join(entry.parentPath, entry.name).slice(folder.length + 1));
}

function listProcesses(): ProcessEntry[] {
  return execFileSync('ps', ['-A', '-ww', '-o', 'pid=,ppid=,args='], { encoding: 'utf8', maxBuffer: 16_777_216 })
    .split('\n')
    .flatMap((line) => {
      const [, pid, parentPid, command] = /^\s*(\d+)\s+(\d+)\s+(.*)$/.exec(line) ?? [];
      return command === undefined ? [] : [{ pid: Number(pid), parentPid: Number(parentPid), command }];
    });
}

function readWorkingFolder(pid: number): string {
  try {
    return readlinkSync(`/proc/${pid}/cwd`);
  } catch {
    return '';
  }
}

function listNames(folder: string): string[] {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}
