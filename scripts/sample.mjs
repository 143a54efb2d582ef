// npm run sample -- FILE [--json]: hands one recording to a running system and shows what becomes of it. Exit code 0 only when
// it was completed. The system is the one that runs in this clone, or the one that RINGWELL_URL and RINGWELL_TOKEN name.
import './lib/node-version.mjs';

import { existsSync, statSync } from 'node:fs';
import { parseArgs } from 'node:util';

import { loadEnvironment } from './lib/environment.mjs';
import { askProduct } from './lib/product-command.mjs';
import { runningSystem } from './lib/running-system.mjs';
import { SampleCall } from './lib/sample-call.mjs';
import { showResult } from './lib/sample-report.mjs';
import { onStopRequest } from './lib/stop-signal.mjs';
import { dim, duration, liveLine, PlainError, say, showError } from './lib/terminal.mjs';

const TOKEN_PROGRAM = 'api/src/tokens/create-token.cli.js';
const signal = onStopRequest(() => process.exit(130));
loadEnvironment();
try {
  process.exitCode = await main();
} catch (error) {
  if (signal.aborted) process.exitCode = 130;
  else showError(error);
  process.exitCode ||= 1;
}

async function main() {
  const { file, json } = readArguments();
  const { url, token, revoke } = await access();
  try {
    const call = await run(new SampleCall({ url, token, signal }), file, json);
    if (json) say(JSON.stringify(call, null, 2));
    else if (call.state === 'completed') showResult(call);
    if (call.state === 'completed') return 0;
    throw new PlainError(sentenceFor(call));
  } finally {
    await revoke();
  }
}

function readArguments() {
  const { values, positionals } = parseArgs({
    options: { json: { type: 'boolean', default: false } },
    allowPositionals: true,
    strict: false,
  });
  const [file] = positionals;
  if (positionals.length !== 1) throw new PlainError('Name one recording: npm run sample -- samples/positive.wav');
  if (!existsSync(file) || !statSync(file).isFile())
    throw new PlainError(`There is no file ${file}: name a recording, such as samples/positive.wav.`);
  return { file, json: values.json };
}

/** Address and token; a token that was not given is made for the first administrator, and deleted at the end. */
async function access() {
  const { RINGWELL_URL: url, RINGWELL_TOKEN: token } = process.env;
  if (url && !token)
    throw new PlainError('RINGWELL_URL needs RINGWELL_TOKEN beside it: a bearer token of an account of that system.');
  if (token) return { url: url ?? runningSystem().url, token, revoke: async () => undefined };
  const { url: localUrl, env } = runningSystem();
  const made = await askProduct(TOKEN_PROGRAM, ['--name', 'npm run sample'], { env, signal, doing: 'Making a token' });
  const revoke = () => askProduct(TOKEN_PROGRAM, ['--revoke', made.id], { env, doing: 'Deleting the token' });
  return { url: localUrl, token: made.token, revoke };
}

/** Submits and waits; shows each state, or with `quiet` nothing. */
async function run(sampleCall, file, quiet) {
  const startedAt = performance.now();
  const elapsed = () => duration(performance.now() - startedAt);
  let state = 'uploading';
  const endLine = quiet ? () => undefined : liveLine(() => `${file}: ${state.replace('_', ' ')} ${dim(elapsed())}`);
  const show = (next) => {
    if (next === state) return;
    state = next;
    if (!quiet && !process.stdout.isTTY) say(`${elapsed().padStart(8)}  ${state.replace('_', ' ')}`);
  };
  try {
    const { id } = await sampleCall.submit(file);
    const call = await sampleCall.untilDone(id, show);
    endLine();
    if (!quiet) say(`${file}: ${call.state.replace('_', ' ')} after ${elapsed()}`);
    return call;
  } finally {
    endLine();
  }
}

function sentenceFor({ state, skipMessage, error }) {
  if (state === 'skipped') return `The call was skipped: ${skipMessage}`;
  if (state === 'timed_out')
    return 'The call took longer than its account allows and was given up (processingTimeoutMinutes in the settings).';
  return `The call failed: ${error?.message ?? 'see .data/logs/worker.log.'}`;
}
