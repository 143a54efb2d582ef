import { mkdir, rm, stat } from 'node:fs/promises';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';

import {
  LlamaProcess,
  type LlamaResponse,
  type Message,
} from '../../../worker/src/analysis/engines/llama/llama-process';
import { draftPrompt } from '../../../worker/src/analysis/engines/llm/analysis-prompt';
import { startApi, startWorker, withStores, type BenchContext } from '../bench-context';
import { insertAccounts, insertToken } from '../bench-data';
import { measureCallSeconds } from '../processed-call';
import { SHAPES, writeRandomModel } from '../random-language-model';
import { repeatSample } from '../repeated-sample';
import { median } from '../statistics';
import { atMost, formatNumber } from '../table';

const MODELS = ['notes-small', 'notes'] as const;
const RESPONSE_TOKENS = 160;
/** Number of call lines that make a request of about 1,400 tokens. */
const LINE_COUNT: Record<(typeof MODELS)[number], number> = { 'notes-small': 35, notes: 28 };
const TARGET_CORES = 4;
const HOUR_MS = 3_600_000;
const SHORT_CALL_SECONDS = 30;
const RUNS = 3;
const CALL_LINES = [
  'agent: Northside Plumbing, this is Angela, how can I help you today?',
  "customer: Hi, it's Dana Whitfield on Alder Street. Your technician was here on Monday to fix the water heater.",
  'agent: Yes, I can see the visit. Is it still giving you trouble?',
  'customer: It went out again last night, and the pilot does not stay lit. I took a day off for that visit already.',
  'agent: I am sorry about that. The part he put in is under warranty, so there is no charge for another visit.',
  'customer: All right, but I cannot wait another week. We have no hot water at all and two small kids in the house.',
  'agent: Let me look at tomorrow morning. I could have Marcus there between eight and ten, would that work for you?',
  'customer: Tomorrow at eight is fine. Please have him call before he comes, the bell is broken.',
];

/**
 * Measures the local writer with random weights in the installable models' shapes: seconds for a four-minute call,
 * memory, and tokens saved by caching the fixed part of the prompt. Then measures how a running writer delays labels.
 */
export async function writer(context: BenchContext): Promise<void> {
  const folder = join(context.target.folder, 'writer');
  await mkdir(folder, { recursive: true });
  try {
    for (const model of MODELS) await measure(context, model, join(folder, `${model}.gguf`));
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

async function measure(context: BenchContext, model: (typeof MODELS)[number], path: string): Promise<void> {
  const { table } = context;
  const isSmall = model === 'notes-small';
  writeRandomModel(
    path,
    SHAPES[model],
    `${makeMessages(0, isSmall, 2 * CALL_LINES.length)
      .map(({ content }) => content)
      .join('\n')}`,
  );
  const llama = new LlamaProcess({
    contextTokens: 6_144,
    maxResponseTokens: RESPONSE_TOKENS,
    threads: availableParallelism(),
    timeoutMs: HOUR_MS,
    idleMs: HOUR_MS,
  });
  const { signal } = new AbortController();
  const runRequest = async (call: number): Promise<LlamaResponse & { seconds: number }> => {
    const messages = makeMessages(call, isSmall, LINE_COUNT[model]);
    const startedAt = performance.now();
    const result = await llama.run(model, path, messages, signal, () => undefined);
    return { ...result, seconds: (performance.now() - startedAt) / 1_000 };
  };
  try {
    await llama.run(model, path, [{ role: 'user', content: 'Hello' }], signal, () => undefined); // loads the model
    const first = await runRequest(1);
    const second = await runRequest(2);
    const seconds = median([second.seconds, (await runRequest(3)).seconds, (await runRequest(4)).seconds]);
    const { size } = await stat(path);
    table.add({
      name: `${model}, a four-minute call (1,400 tokens in, 160 out)`,
      measured: `${formatNumber(seconds)} s`,
      baseline: `without a cached prompt: ${formatNumber(first.seconds)} s; ${first.evaluatedTokens - second.evaluatedTokens} of ${second.tokens} tokens cached`,
    });
    const targetSeconds = (seconds * availableParallelism()) / TARGET_CORES;
    table.add({
      name: `${model}, the same on four cores, calculated`,
      measured: `${formatNumber(targetSeconds)} s`,
      ...atMost(targetSeconds, 30, '<= 30 s'),
    });
    table.add({
      name: `${model}, memory`,
      measured: `${formatNumber(second.residentBytes / 1e6)} MB`,
      baseline: `its file: ${formatNumber(size / 1e6)} MB`,
      ...atMost(second.residentBytes / 1e9, isSmall ? 2.7 : 4, isSmall ? '<= 2.7 GB' : '<= 4 GB'),
    });
    const longestSeconds = computeLongestWaitSeconds(seconds);
    table.add({
      name: `${model}, 120 calls in ten hours, including four bursts of ten: longest wait for the summary, calculated`,
      measured: `${formatNumber(longestSeconds)} s`,
      ...atMost(longestSeconds, 600, '<= 600 s'),
    });
    if (!isSmall) await measureLabelDelay(context, model, () => runRequest(5));
  } finally {
    await llama.stop();
    await rm(path, { force: true });
  }
}

// Simulates ten hours at a small office, with four bursts of ten calls and other calls every few minutes in between.
function computeLongestWaitSeconds(seconds: number): number {
  const burstEndTimes = [1, 3, 5, 8].flatMap((hour) => Array.from({ length: 10 }, () => hour * 3_600));
  const otherEndTimes = Array.from({ length: 80 }, (_, index) => (index + 0.5) * 450);
  let freeAt = 0;
  const waits = [...burstEndTimes, ...otherEndTimes]
    .sort((a, b) => a - b)
    .map((endedAt) => {
      freeAt = Math.max(freeAt, endedAt) + seconds;
      return freeAt - endedAt;
    });
  return Math.max(...waits);
}

/** Alternates between an idle and a running writer so that other work on the machine affects both equally. */
async function measureLabelDelay(context: BenchContext, model: string, write: () => Promise<unknown>): Promise<void> {
  await withStores(context, async (stores) => {
    const path = join(context.target.folder, 'writer', 'call.wav');
    await repeatSample(path, SHORT_CALL_SECONDS, 2);
    const [accountId = ''] = await insertAccounts(stores, 1);
    await stores.query('update account_settings set inbound_min_call_time = 0, outbound_min_call_time = 0');
    const token = await insertToken(stores, accountId);
    const [{ api, url }, worker] = [await startApi(stores), await startWorker(stores)];
    const idleSeconds: number[] = [];
    const busySeconds: number[] = [];
    try {
      for (let run = 0; run < RUNS; run += 1) {
        idleSeconds.push(await measureCallSeconds({ stores, worker, url, token, path }));
        const writePromise = write();
        busySeconds.push(await measureCallSeconds({ stores, worker, url, token, path }));
        await writePromise;
      }
    } finally {
      await Promise.all([api.stop(), worker.stop()]);
    }
    const addedSeconds = median(busySeconds) - median(idleSeconds);
    context.table.add({
      name: `label of a 30-second call while ${model} is writing, measured from the upload`,
      measured: `${formatNumber(median(busySeconds))} s`,
      baseline: `idle: ${formatNumber(median(idleSeconds))} s`,
      ...atMost(addedSeconds, 10, '<= 10 s more'),
    });
  });
}

function makeMessages(call: number, isShort: boolean, lineCount: number): Message[] {
  const lines = Array.from(
    { length: lineCount },
    (_, index) => `[${index}] ${CALL_LINES[index % CALL_LINES.length]} ${call + index}`,
  );
  const { system, user } = draftPrompt(
    {},
    { sentiment: 'negative', customerName: 'Dana Whitfield' },
    { lines },
    isShort,
  );
  return [
    { role: 'system', content: system },
    { role: 'user', content: user },
  ];
}
