/**
 * The local writer's long-running child process: loads a language model and then handles one request at a time. The
 * native library runs in a separate process because it can't be interrupted and crashes when memory is low.
 *
 * Requests and responses are JSON, one per line, over standard input and output; see llama-process.ts for their types.
 * A second thread reads standard input and ends this process as soon as the input closes, even mid-computation, so that
 * no orphan is left behind when the worker is killed.
 */
const { Socket } = require('node:net');
const { createInterface } = require('node:readline');
const { isMainThread, parentPort, Worker } = require('node:worker_threads');

const TIMED_TOKENS = 2;
const FIRST_PAUSE_TOKENS = 12;

if (isMainThread) serve();
else forwardRequests();

function serve() {
  let model;
  const actions = {
    async load(request) {
      let logOutput = '';
      const collectLog = (_level, message) => (logOutput += ` ${message}`);
      try {
        model = await load(request, collectLog);
        return { contextTokens: model.sequence.contextSize };
      } catch (error) {
        const reason = `${error.message}${logOutput}`;
        return { failure: /alloc|memory|RAM/.test(reason) ? 'memory' : 'model', reason: reason.slice(0, 1_000) };
      }
    },
    write: (request) => write(model, request),
  };
  let lastTask = Promise.resolve();
  new Worker(module.filename).on('message', (line) => {
    lastTask = lastTask.then(async () => {
      const request = JSON.parse(line);
      const response = await actions[request.action](request);
      process.stdout.write(`${JSON.stringify({ ...response, residentBytes: process.memoryUsage.rss() })}\n`);
    });
  });
}

async function load({ path, contextTokens, threads, grammar }, logger) {
  const library = await import('node-llama-cpp');
  const llama = await library.getLlama({ gpu: false, build: 'never', logLevel: 'error', logger, maxThreads: threads });
  // A mapped file would stay in memory alongside the copy that the library reorders for this processor.
  const weights = await llama.loadModel({ modelPath: path, useMmap: false });
  const context = await weights.createContext({ contextSize: contextTokens, sequences: 1, threads });
  const sequence = context.getSequence();
  return {
    library,
    weights,
    sequence,
    completion: new library.LlamaCompletion({ contextSequence: sequence }),
    grammar: await llama.createGrammar({ grammar }),
  };
}

async function write({ library, weights, sequence, completion, grammar }, { messages, maxResponseTokens }) {
  const tokens = buildPrompt(library, weights, messages).tokenize(weights.tokenizer);
  if (tokens.length + maxResponseTokens > sequence.contextSize) return { tokens: tokens.length, isTooLong: true };
  const previousState = sequence.tokenMeter.getState();
  const threads = sequence.context.idealThreads;
  const setThreads = (count) => (weights.llama.maxThreads = count);
  const schedule = scheduleThreads(threads, setThreads);
  setThreads(threads);
  const { response, metadata } = await completion.generateCompletionWithMeta(tokens, {
    grammar,
    maxTokens: maxResponseTokens,
    temperature: 0,
    onToken: () => schedule.next(),
  });
  const { usedInputTokens, usedOutputTokens } = sequence.tokenMeter.diff(previousState);
  return {
    content: response,
    isTruncated: metadata.stopReason === 'maxTokens',
    tokens: tokens.length,
    evaluatedTokens: usedInputTokens,
    responseTokens: usedOutputTokens,
  };
}

// Chooses how many threads write; advances once per token. Threads wait for each other hundreds of times per token. On
// a busy machine, one interrupted thread delays all the others, so half of them are faster; on an idle machine, all of
// them are. Times both periodically, doubling the interval each time the same number wins.
function* scheduleThreads(maxThreads, setThreads) {
  let fastest;
  for (let pause = FIRST_PAUSE_TOKENS; ;) {
    let [winner, shortestMs] = [maxThreads, Infinity];
    for (const threads of [Math.ceil(maxThreads / 2), maxThreads]) {
      setThreads(threads);
      const startedAt = performance.now();
      const elapsedMs = () => performance.now() - startedAt;
      for (let token = 0; token < TIMED_TOKENS && elapsedMs() < shortestMs; token += 1) yield;
      if (elapsedMs() < shortestMs) [winner, shortestMs] = [threads, elapsedMs()];
    }
    pause = winner === fastest ? 2 * pause : FIRST_PAUSE_TOKENS;
    fastest = winner;
    setThreads(fastest);
    for (let token = 0; token < pause; token += 1) yield;
  }
}

// ChatML, which the catalog's models were trained with. Call words are tokenized as text, never as special tokens.
function buildPrompt({ LlamaText, SpecialTokensText }, { fileInfo }, messages) {
  const template = fileInfo.metadata.tokenizer?.chat_template ?? '';
  const thinksByDefault = String(template).includes('enable_thinking');
  return LlamaText([
    ...messages.flatMap(({ role, content }) => [
      new SpecialTokensText(`<|im_start|>${role}\n`),
      content,
      new SpecialTokensText('<|im_end|>\n'),
    ]),
    new SpecialTokensText('<|im_start|>assistant\n'),
    ...(thinksByDefault ? [new SpecialTokensText('<think>\n\n</think>\n\n')] : []),
  ]);
}

// Standard input can't be read synchronously because the runtime makes it non-blocking.
function forwardRequests() {
  const input = new Socket({ fd: 0 });
  createInterface({ input }).on('line', (line) => parentPort.postMessage(line));
  input.on('close', () => process.kill(process.pid, 'SIGKILL'));
}
