import { DATA, displayPath } from '../paths.mjs';
import { bold, dim, green, print, yellow } from '../terminal.mjs';

/** The API's name for the built-in recognizer. */
const BUILT_IN_RECOGNIZER = 'pocketsphinx';
const RECOGNIZER_ADVICE =
  'The built-in recognizer is basic. For better transcripts, run "npm run models -- install parakeet" for English; ' +
  '"npm run models" lists models for other languages';

/** The API's name for a missing recognizer. */
const NO_RECOGNIZER = 'none';
const MISSING_RECOGNIZER_ADVICE = `No speech recognizer is installed, so calls can't be processed. Run "npm run models -- install parakeet"`;

const PENDING_RECOGNIZER_ADVICE = 'No speech recognizer is installed yet, so calls will wait until one is downloaded';

/**
 * @typedef {object} ReadySystem
 * @property {string} url
 * @property {import('./readiness.mjs').Health} health
 * @property {{ email: string, password?: string | null, isShown?: boolean }} administrator
 * @property {string} [databaseFolder] folder of the embedded databases
 * @property {boolean} [awaitsModels] whether better engines are being downloaded
 */

/** Prints how to use a ready system. @param {ReadySystem} system @param {string} duration */
export function printWelcome({ url, health, administrator, databaseFolder, awaitsModels }, duration) {
  const { transcription, analysis } = health.engines;
  const address = process.env.PUBLIC_URL?.replace(/\/+$/, '') ?? url;
  const folders = new Set([DATA, databaseFolder ?? DATA].map(displayPath));
  /** @param {string} title @param {string} text */
  const printLine = (title, text) => print(`  ${title.padEnd(15)} ${text}`);
  print();
  print(`${green('Ready')} after ${duration}.`);
  print();
  printLine('Address', bold(address));
  printLine('Sign in', `${address}/api/login`);
  printLine(
    'Administrator',
    administrator.password
      ? `${bold(administrator.email)}  password ${bold(administrator.password)}  ${dim('(shown only once)')}`
      : administrator.email,
  );
  printLine('Engines', `transcription: ${transcription.join(', ')}; analysis: ${analysis.join(', ')}`);
  if (transcription.includes(NO_RECOGNIZER))
    printLine('', yellow(awaitsModels ? PENDING_RECOGNIZER_ADVICE : MISSING_RECOGNIZER_ADVICE));
  if (transcription.includes(BUILT_IN_RECOGNIZER) && !awaitsModels) printLine('', dim(RECOGNIZER_ADVICE));
  printLine('Data and logs', [...folders].join(' and '));
  printLine('Try it', bold('npm run sample -- samples/positive.wav'));
  printLine('Stop', 'Ctrl+C');
  print();
  administrator.isShown = true;
}
