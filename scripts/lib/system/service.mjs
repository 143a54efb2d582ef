// One of the product's processes (api, worker, the web app's dev server). Logs to a file, prints warnings to the
// terminal, and restarts after an unexpected exit.
import { join } from 'node:path';
import { createInterface } from 'node:readline';

import { DATA, DIST, ROOT } from '../paths.mjs';
import { startChild } from '../processes/child.mjs';
import { RotatingLog } from '../processes/rotating-log.mjs';
import { Supervisor } from '../processes/supervisor.mjs';
import { print, yellow } from '../terminal.mjs';

/** A busy worker finishes or releases its calls within this time. */
const STOP_TIMEOUT_MS = 35_000;
/** Log levels that are printed to the terminal. */
const PRINTED_LEVELS = ['warn', 'error', 'fatal'];
/** The terminal doesn't repeat a warning for this long; the log has them all. */
const REPEAT_AFTER_MS = 60_000;

/**
 * @param {'api' | 'worker' | 'web'} name
 * @param {object} options
 * @param {NodeJS.ProcessEnv} options.env
 * @param {import('../folders.mjs').Account} [options.account] defaults to this process's
 * @param {string[]} [options.script] a script with its arguments; defaults to the built process with that name
 * @returns {Supervisor}
 */
export function createService(name, { env, account, script = [join(DIST, name, 'src/main.js')] }) {
  const logFile = join(DATA, 'logs', `${name}.log`);
  const log = new RotatingLog(logFile);
  const printWarning = createWarningPrinter(name);
  const launch = async () => {
    const child = startChild({
      name,
      folder: DATA,
      program: process.execPath,
      args: ['--enable-source-maps', ...script],
      stopSignal: 'SIGTERM',
      spawnOptions: { cwd: ROOT, env, ...account, stdio: ['ignore', 'pipe', 'pipe'] },
    });
    for (const stream of [child.process.stdout, child.process.stderr]) {
      if (!stream) continue;
      const lines = createInterface({ input: stream });
      lines.on('line', (line) => {
        log.write(line);
        printWarning(line);
      });
      lines.on('error', () => undefined); // a broken pipe means that the child exited, which is handled
    }
    return child;
  };
  return new Supervisor({ title: `The ${name}`, logFile, launch, stopTimeoutMs: STOP_TIMEOUT_MS });
}

/**
 * @param {string} name
 * @returns {(line: string) => void} prints a log line's message, call and reason if it's a warning or worse
 */
function createWarningPrinter(name) {
  /** @type {Map<string, number>} */
  const printedAt = new Map();
  return (line) => {
    const { level, msg, callId, code, err } = parseRecord(line);
    if (!PRINTED_LEVELS.includes(level)) return;
    const reason = err?.message || err?.code || code;
    const warning = `${msg}: ${reason}`; // without the call, because calls often fail for the same reason
    if (performance.now() - (printedAt.get(warning) ?? -Infinity) < REPEAT_AFTER_MS) return;
    printedAt.set(warning, performance.now());
    const call = callId ? ` (call ${callId})` : '';
    print(yellow(`${name}: ${msg}${call}${reason && reason !== msg ? `: ${reason}` : ''}`));
  };
}

/** @param {string} line @returns {any} its fields; none if it wasn't written by the product's logger */
function parseRecord(line) {
  try {
    return line.startsWith('{') ? JSON.parse(line) : {};
  } catch {
    return {};
  }
}
