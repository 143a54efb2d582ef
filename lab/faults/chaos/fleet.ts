import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

import { findFreePort } from '@ringwell/testing/free-port';
import { TcpProxy } from '@ringwell/testing/tcp-proxy';
import type { TestProcess } from '@ringwell/testing/test-process';
import type { ProcessSystem } from '@ringwell/testing/test-system';

import { API_NAMES, LINK_ENDS, PROCESS_NAMES, type LinkEnd, type ProcessName } from './schedule';
import type { Timeline } from './time-line';

/** Library from Debian's `faketime` package. */
const LIBFAKETIME = '/usr/lib/x86_64-linux-gnu/faketime/libfaketimeMT.so.1';
const POLL_MS = 100;
const READY_TIMEOUT_MS = 120_000;
const RESTART_DELAY_MS = 1_000;
const WATCHDOG_EXIT_MESSAGE = 'not receiving queued calls, exiting for a restart';

/** URLs that processes connect to. */
export type Targets = Record<LinkEnd, string>;

/** A process that the supervisor restarts whenever it exits. */
interface Slot {
  name: ProcessName;
  env: Record<string, string>;
  links: Record<LinkEnd, TcpProxy>;
  clockFile: string;
  process?: TestProcess;
  /** Whether a fault keeps the supervisor from restarting the process. */
  isKeptDown: boolean;
}

/** Two APIs and three workers with a supervisor. Each has its own links to stores and vendors, and its own clock. */
export class Fleet {
  readonly canShiftClocks = existsSync(LIBFAKETIME);
  /** Processes that exited without a fault, with the reason. */
  readonly unexpectedExits: string[] = [];
  starts = 0;
  private readonly slots = new Map<ProcessName, Slot>();
  private readonly supervisors: Promise<void>[] = [];
  private isStopping = false;

  constructor(
    private readonly system: ProcessSystem,
    private readonly timeline: Timeline,
  ) {}

  /** @param folder for the processes' work folders and clocks; readable by others */
  async start(targets: Targets, folder: string): Promise<void> {
    for (const name of PROCESS_NAMES) {
      const slot = await this.makeSlot(name, targets, folder);
      this.slots.set(name, slot);
      this.launch(slot);
      this.supervisors.push(this.supervise(slot));
    }
    await this.waitUntilReady();
  }

  get workDirs(): string[] {
    return [...this.slots.values()].flatMap(({ env }) => env['WORK_DIR'] ?? []);
  }

  /** URLs of the APIs, whether running or not. */
  get apiUrls(): string[] {
    return API_NAMES.map((name) => `http://127.0.0.1:${this.getSlot(name).env['PORT'] ?? ''}`);
  }

  get running(): { name: ProcessName; process: TestProcess }[] {
    return [...this.slots.values()].flatMap(({ name, process }) => (process?.isRunning ? [{ name, process }] : []));
  }

  getProcess(name: ProcessName): TestProcess | undefined {
    return this.getSlot(name).process;
  }

  getLink(name: ProcessName, end: LinkEnd): TcpProxy {
    return this.getSlot(name).links[end];
  }

  /** Stops a process, which stays down until `release`. */
  async keepDown(name: ProcessName, signal: NodeJS.Signals): Promise<void> {
    const slot = this.getSlot(name);
    slot.isKeptDown = true;
    await slot.process?.stop(signal);
  }

  release(name: ProcessName): void {
    this.getSlot(name).isKeptDown = false;
  }

  /**
   * Shifts a process's wall clock, even while it's running. Durations aren't affected, because they use another clock.
   */
  shiftClock(name: ProcessName, offsetSeconds: number): void {
    writeFileSync(this.getSlot(name).clockFile, `${offsetSeconds < 0 ? '' : '+'}${offsetSeconds}\n`);
  }

  /** Waits until all processes are running and ready. */
  async waitUntilReady(): Promise<void> {
    const deadline = performance.now() + READY_TIMEOUT_MS;
    for (const slot of this.slots.values()) {
      while (!isReady(slot)) {
        if (performance.now() > deadline)
          throw new Error(`${slot.name} did not start:\n${slot.process?.log.slice(-20).join('\n') ?? ''}`);
        await sleep(POLL_MS);
      }
    }
  }

  async stop(): Promise<void> {
    this.isStopping = true;
    await Promise.all(this.supervisors);
    for (const { links } of this.slots.values()) await Promise.all(Object.values(links).map((link) => link.cut()));
  }

  private async makeSlot(name: ProcessName, targets: Targets, folder: string): Promise<Slot> {
    const links = {} as Record<LinkEnd, TcpProxy>;
    for (const end of LINK_ENDS) links[end] = await TcpProxy.start(targets[end]);
    const workDir = workDirFor(folder, name);
    mkdirSync(workDir, { recursive: true, mode: 0o700 });
    const clockFile = join(folder, `clock-of-${name}`);
    writeFileSync(clockFile, '+0\n');
    return {
      name,
      links,
      clockFile,
      isKeptDown: false,
      env: {
        DATABASE_URL: links.postgres.url,
        REDIS_URL: links.redis.url,
        TRANSCRIPTION_BASE_URL: links.speech.url,
        SMTP_URL: links.mail.url,
        WORK_DIR: workDir,
        PORT: String(isApi(name) ? await findFreePort() : 0),
        ...(this.canShiftClocks && {
          LD_PRELOAD: LIBFAKETIME,
          FAKETIME_TIMESTAMP_FILE: clockFile,
          FAKETIME_CACHE_DURATION: '1',
          FAKETIME_DONT_FAKE_MONOTONIC: '1',
          NO_FAKE_STAT: '1',
        }),
      },
    };
  }

  private launch(slot: Slot): void {
    this.starts += 1;
    slot.process = isApi(slot.name) ? this.system.launchApi(slot.env) : this.system.launchWorker(slot.env);
  }

  private async supervise(slot: Slot): Promise<void> {
    while (!this.isStopping) {
      await sleep(POLL_MS);
      const { process } = slot;
      if (slot.isKeptDown || process?.isRunning) continue;
      if (process && process.endedBySignal === null) this.recordExit(slot.name, process);
      await sleep(process?.endedBySignal === null ? RESTART_DELAY_MS : 0);
      if (!this.isStopping) this.launch(slot);
    }
  }

  /** Records an exit. It's only expected if a store prevented the start, or if the process's watchdog caused it. */
  private recordExit(name: ProcessName, process: TestProcess): void {
    const { log, exitCode } = process;
    if (exitCode === 0) return;
    const hadStarted = log.some((line) => line.includes(readyMessage(name)));
    const exitedByWatchdog = log.some((line) => line.includes(WATCHDOG_EXIT_MESSAGE));
    const cause = exitedByWatchdog ? 'its watchdog' : hadStarted ? 'no known reason' : 'it could not start';
    this.timeline.note(`${name} exited with ${exitCode ?? 'no code'}: ${cause}`);
    if (hadStarted && !exitedByWatchdog)
      this.unexpectedExits.push(`${name} exited with ${exitCode ?? 'no code'}: ${log.slice(-3).join(' | ')}`);
  }

  private getSlot(name: ProcessName): Slot {
    const slot = this.slots.get(name);
    if (!slot) throw new Error(`Unknown process: ${name}.`);
    return slot;
  }
}

export function workDirFor(folder: string, name: ProcessName): string {
  return join(folder, `work-of-${name}`);
}

function isApi(name: ProcessName): boolean {
  return (API_NAMES as readonly string[]).includes(name);
}

function readyMessage(name: ProcessName): string {
  return isApi(name) ? 'api: listening' : 'worker: started';
}

function isReady({ name, process }: Slot): boolean {
  return process !== undefined && process.isRunning && process.log.some((line) => line.includes(readyMessage(name)));
}
