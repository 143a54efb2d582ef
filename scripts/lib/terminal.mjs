// Output for the terminal: one line per step with its duration, plain sentences for errors.
import { CliError } from './errors.mjs';

const isInteractive = process.stdout.isTTY === true;

/** @param {number} code an SGR code @returns {(text: string) => string} */
function createStyle(code) {
  return (text) => (isInteractive ? `\x1b[${code}m${text}\x1b[0m` : text);
}

export const bold = createStyle(1);
export const dim = createStyle(2);
export const red = createStyle(31);
export const green = createStyle(32);
export const yellow = createStyle(33);

/** Non-interactive output announces only steps that take longer than this. */
const ANNOUNCE_AFTER_MS = 3_000;
const SPINNER = ['⠋', '⠙', '⠹', '⠸', '⠼', '⠴', '⠦', '⠧', '⠇', '⠏'];

// A closed reader (a closed terminal, `| head`) must not end this process before the databases are shut down.
for (const stream of [process.stdout, process.stderr]) stream.on('error', () => undefined);

/** @param {number} ms @returns {string} such as `0.4 s` or `2 m 05 s` */
export function formatDuration(ms) {
  if (ms < 99_950) return `${(ms / 1000).toFixed(1)} s`;
  const seconds = Math.round(ms / 1000);
  return `${Math.floor(seconds / 60)} m ${String(seconds % 60).padStart(2, '0')} s`;
}

export function print(text = '') {
  process.stdout.write(`${isInteractive ? '\r\x1b[K' : ''}${text}\n`);
}

/**
 * Shows an animated line on an interactive terminal.
 * @param {() => string} text called for each frame
 * @returns {() => void} stops the animation and clears the line
 */
export function showSpinner(text) {
  if (!isInteractive) return () => undefined;
  let frame = 0;
  const timer = setInterval(() => {
    frame = (frame + 1) % SPINNER.length;
    process.stdout.write(`\r\x1b[K${SPINNER[frame]} ${text()}`);
  }, 100);
  return () => {
    clearInterval(timer);
    process.stdout.write('\r\x1b[K');
  };
}

/**
 * Runs one step of a command and prints its result and duration.
 * @template T
 * @param {string} title
 * @param {() => Promise<T> | T} work a string it returns is printed as a note
 * @returns {Promise<T>}
 */
export async function step(title, work) {
  const startedAt = performance.now();
  const formatElapsed = () => formatDuration(performance.now() - startedAt);
  const stopSpinner = showSpinner(() => `${title} ${dim(formatElapsed())}`);
  const announcement = isInteractive ? undefined : setTimeout(() => print(`· ${title} …`), ANNOUNCE_AFTER_MS);
  try {
    const result = await work();
    stopSpinner();
    const note = typeof result === 'string' ? result.trim() : '';
    print(`${green('✓')} ${title.padEnd(22)} ${dim(`${formatElapsed().padStart(8)}  ${note}`)}`.trimEnd());
    return result;
  } catch (error) {
    stopSpinner();
    print(`${red('✗')} ${title.padEnd(22)} ${dim(formatElapsed().padStart(8))}`);
    throw error;
  } finally {
    clearTimeout(announcement);
  }
}

/** Prints a CliError's message, or any other error's stack. @param {unknown} error */
export function printError(error) {
  if (!(error instanceof CliError)) {
    process.stderr.write(`${error instanceof Error ? error.stack : String(error)}\n`);
    return;
  }
  if (error.details.trim()) process.stderr.write(`\n${error.details.trimEnd()}\n`);
  process.stderr.write(`\n${red(error.message)}\n`);
}
