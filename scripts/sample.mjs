// npm run sample -- FILE [--json]: sends one recording to a running system and prints the result. Exits with 0 only if
// the call was completed. Uses the system running in this clone, or the one set in RINGWELL_URL and RINGWELL_TOKEN.
import { existsSync, statSync } from 'node:fs';
import { resolve } from 'node:path';

import { readArguments } from './lib/arguments.mjs';
import { CliError } from './lib/errors.mjs';
import { displayPath } from './lib/paths.mjs';
import { runProductJson } from './lib/processes/product-command.mjs';
import { onStopRequest } from './lib/processes/stop-signal.mjs';
import { SampleCall } from './lib/sample/sample-call.mjs';
import { printResult } from './lib/sample/sample-report.mjs';
import { loadEnvironment } from './lib/system/environment.mjs';
import { getRunningSystem } from './lib/system/running-system.mjs';
import { dim, formatDuration, print, printError, showSpinner } from './lib/terminal.mjs';

const USAGE = 'Specify one recording: npm run sample -- samples/positive.wav [--json]';
const TOKEN_PROGRAM = 'api/src/tokens/create-token.cli.js';
const signal = onStopRequest(() => process.exit(130));
loadEnvironment();
try {
  process.exitCode = await main();
} catch (error) {
  if (signal.aborted) process.exitCode = 130;
  else printError(error);
  process.exitCode ||= 1;
}

async function main() {
  const { file, json } = parseArguments();
  const { url, token, revoke } = await connect();
  try {
    const call = await submitAndWait(new SampleCall({ url, token, signal }), file, json);
    if (json) print(JSON.stringify(call, null, 2));
    else if (call.state === 'completed') printResult(call);
    if (call.state === 'completed') return 0;
    throw new CliError(explainFailure(call));
  } finally {
    await revoke();
  }
}

/** @returns {{ file: string, json: boolean }} */
function parseArguments() {
  const { values, positionals } = readArguments(
    { options: { json: { type: 'boolean' } }, allowPositionals: true },
    USAGE,
  );
  if (positionals.length !== 1) throw new CliError(USAGE);
  const file = resolve(process.env.INIT_CWD ?? process.cwd(), positionals[0] ?? '');
  if (!existsSync(file) || !statSync(file).isFile())
    throw new CliError(`File not found: ${file}. Specify a recording, such as samples/positive.wav.`);
  return { file, json: values.json === true };
}

/** Returns the URL and token. Without RINGWELL_TOKEN, creates an administrator's token, which `revoke` deletes. */
async function connect() {
  const { RINGWELL_URL: url, RINGWELL_TOKEN: token } = process.env;
  if (url && !token)
    throw new CliError('RINGWELL_URL requires RINGWELL_TOKEN: a bearer token for an account on that system.');
  if (token) return { url: url ?? getRunningSystem().url, token, revoke: async () => undefined };
  const { url: localUrl, env } = getRunningSystem();
  const createdToken = await runProductJson(TOKEN_PROGRAM, ['--name', 'npm run sample'], {
    env,
    signal,
    purpose: 'Creating a token',
  });
  const revoke = () =>
    runProductJson(TOKEN_PROGRAM, ['--revoke', createdToken.id], { env, purpose: 'Deleting the token' });
  return { url: localUrl, token: createdToken.token, revoke };
}

/**
 * Submits a recording, waits for the result, and prints each state.
 * @param {SampleCall} sampleCall @param {string} file @param {boolean} quiet prints nothing
 */
async function submitAndWait(sampleCall, file, quiet) {
  const name = displayPath(file);
  const startedAt = performance.now();
  const formatElapsed = () => formatDuration(performance.now() - startedAt);
  let state = 'uploading';
  const stopSpinner = quiet
    ? () => undefined
    : showSpinner(() => `${name}: ${state.replace('_', ' ')} ${dim(formatElapsed())}`);
  /** @param {string} newState */
  const onState = (newState) => {
    if (newState === state) return;
    state = newState;
    if (!quiet && !process.stdout.isTTY) print(`${formatElapsed().padStart(8)}  ${state.replace('_', ' ')}`);
  };
  try {
    const { id } = await sampleCall.submit(file);
    const call = await sampleCall.waitUntilFinished(id, onState);
    stopSpinner();
    if (!quiet) print(`${name}: ${call.state.replace('_', ' ')} after ${formatElapsed()}`);
    return call;
  } finally {
    stopSpinner();
  }
}

/** @param {any} call one that wasn't completed @returns {string} */
function explainFailure({ state, skipMessage, error }) {
  if (state === 'skipped') return `The call was skipped: ${skipMessage}`;
  if (state === 'timed_out')
    return "The call timed out: processing took longer than processingTimeoutMinutes in the account's settings.";
  return `The call failed: ${error?.message ?? 'see .data/logs/worker.log.'}`;
}
