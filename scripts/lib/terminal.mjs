// What a person sees on the console: one line per step with its duration, plain sentences for errors.

/** An error whose message is a complete sentence for the person at the terminal: shown as it is, without a stack. */
export class PlainError extends Error {
  /** @param {string} message what is wrong and what to do @param {string} [details] output that explains it, shown below */
  constructor(message, details = '') {
    super(message);
    this.details = details;
  }
}

const live = process.stdout.isTTY === true;
const colour = (code, text) => (live ? `\x1b[${code}m${text}\x1b[0m` : text);
export const bold = (text) => colour(1, text);
export const dim = (text) => colour(2, text);
export const red = (text) => colour(31, text);
export const green = (text) => colour(32, text);
export const yellow = (text) => colour(33, text);

/** A non-interactive log stays silent about quick steps; one that takes longer than this announces itself. */
const ANNOUNCE_AFTER_MS = 3_000;
const SPINNER = ['⠋', '⠙', '⠹', '⠸', '⠼', '⠴', '⠦', '⠧', '⠇', '⠏'];

// A reader that went away (a closed terminal, `| head`) must not take the databases down without a clean stop.
for (const stream of [process.stdout, process.stderr]) stream.on('error', () => undefined);

/** @param {number} ms @returns {string} such as `0.4 s` or `2 m 05 s` */
export function duration(ms) {
  if (ms < 99_950) return `${(ms / 1000).toFixed(1)} s`;
  const seconds = Math.round(ms / 1000);
  return `${Math.floor(seconds / 60)} m ${String(seconds % 60).padStart(2, '0')} s`;
}

/** Prints one line. */
export function say(text = '') {
  process.stdout.write(`${live ? '\r\x1b[K' : ''}${text}\n`);
}

/**
 * A line that is redrawn while something goes on; on a console that cannot redraw, nothing.
 * @param {() => string} text asked anew for each drawing
 * @returns {() => void} ends it and clears the line
 */
export function liveLine(text) {
  if (!live) return () => undefined;
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
 * Runs one step of a command and prints its outcome with its duration.
 * @template T
 * @param {string} title
 * @param {() => Promise<T> | T} work what it answers, when it is a string, is shown as a remark
 * @returns {Promise<T>}
 */
export async function step(title, work) {
  const startedAt = performance.now();
  const elapsed = () => duration(performance.now() - startedAt);
  const endLine = liveLine(() => `${title} ${dim(elapsed())}`);
  const announcement = live ? undefined : setTimeout(() => say(`· ${title} …`), ANNOUNCE_AFTER_MS);
  try {
    const result = await work();
    endLine();
    const remark = typeof result === 'string' ? result.trim() : '';
    say(`${green('✓')} ${title.padEnd(22)} ${dim(`${elapsed().padStart(8)}  ${remark}`)}`.trimEnd());
    return result;
  } catch (error) {
    endLine();
    say(`${red('✗')} ${title.padEnd(22)} ${dim(elapsed().padStart(8))}`);
    throw error;
  } finally {
    clearTimeout(announcement);
  }
}

/** Prints an error the way a person can use it: the sentence of a PlainError, the stack of anything unforeseen. */
export function showError(error) {
  if (!(error instanceof PlainError)) {
    process.stderr.write(`${error instanceof Error ? error.stack : String(error)}\n`);
    return;
  }
  if (error.details.trim()) process.stderr.write(`\n${error.details.trimEnd()}\n`);
  process.stderr.write(`\n${red(error.message)}\n`);
}
