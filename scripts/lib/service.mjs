// One process of the product (api, worker, the web app's development server): its log in a file, its warnings on the console, restarted when it ends by itself.
import { join } from 'node:path';
import { createInterface } from 'node:readline';

import { BoundedLog } from './bounded-log.mjs';
import { startChild } from './child.mjs';
import { DATA, DIST, ROOT } from './paths.mjs';
import { Supervisor } from './supervisor.mjs';
import { say, yellow } from './terminal.mjs';

/** A busy worker finishes or hands back its calls within this. */
const STOP_BOUND_MS = 35_000;
/** Levels of log lines that a person at the console should see. */
const SHOWN_LEVELS = ['warn', 'error', 'fatal'];
/** The same warning is not repeated on the console for so long; the log has it every time. */
const REPEAT_AFTER_MS = 60_000;

/**
 * @param {'api' | 'worker' | 'web'} name
 * @param {NodeJS.ProcessEnv} env
 * @param {string[]} [script] what Node runs, with its arguments; by default the built process of that name
 * @returns {Supervisor}
 */
export function createService(name, env, script = [join(DIST, name, 'src/main.js')]) {
  const logFile = join(DATA, 'logs', `${name}.log`);
  const log = new BoundedLog(logFile);
  const showWarning = warningPrinter(name);
  const launch = async () => {
    const child = startChild({
      name,
      folder: DATA,
      program: process.execPath,
      args: ['--enable-source-maps', ...script],
      stopSignal: 'SIGTERM',
      spawnOptions: { cwd: ROOT, env, stdio: ['ignore', 'pipe', 'pipe'] },
    });
    for (const stream of [child.process.stdout, child.process.stderr]) {
      const lines = createInterface({ input: stream });
      lines.on('line', (line) => {
        log.write(line);
        showWarning(line);
      });
      lines.on('error', () => undefined); // a broken pipe ends with the child, whose exit is handled
    }
    return child;
  };
  return new Supervisor({ title: `The ${name}`, logFile, launch, stopBoundMs: STOP_BOUND_MS });
}

/** @returns {(line: string) => void} prints a log line's message when it is a warning or worse */
function warningPrinter(name) {
  const shownAt = new Map();
  return (line) => {
    const warning = warningIn(line);
    if (warning === undefined || Date.now() - (shownAt.get(warning) ?? -Infinity) < REPEAT_AFTER_MS) return;
    shownAt.set(warning, Date.now());
    say(yellow(`${name}: ${warning}`));
  };
}

/** @returns {string | undefined} */
function warningIn(line) {
  if (!line.startsWith('{')) return undefined;
  try {
    const { level, msg } = JSON.parse(line);
    return SHOWN_LEVELS.includes(level) ? String(msg) : undefined;
  } catch {
    return undefined; // not a log line of ours; the file has it
  }
}
