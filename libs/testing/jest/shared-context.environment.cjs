// Runs the test files of a worker process in its own global object. Jest gives each file a new one, behind proxies that
// make every use of a global slower. Whatever Jest and a file add to it is removed after each file. Otherwise, Jest
// would report stray errors to an earlier file, which has ended, so no test would fail.
const { LegacyFakeTimers, ModernFakeTimers } = require('@jest/fake-timers');
const { ModuleMocker } = require('jest-mock');
const { Agent, setGlobalDispatcher } = require('undici');

// By default, fetch() keeps an idle connection until a second before the server would close it. A busy process can be
// late by more than that, and then sends a request on a closed connection.
const KEEP_ALIVE_MS = 4_000;
setGlobalDispatcher(new Agent({ allowH2: false, keepAliveMaxTimeout: KEEP_ALIVE_MS }));

const KEPT_BY_JEST = ['EVENT_HANDLERS', 'TEST_TIMEOUT_SYMBOL', 'RETRY_TIMES'];
const { exit } = process;

/** Environment variables of the first file. @type {NodeJS.ProcessEnv | undefined} */
let variables;

class SharedContextEnvironment {
  constructor({ projectConfig }) {
    this.global = globalThis;
    this.moduleMocker = new ModuleMocker(globalThis);
    const timers = { config: projectConfig, global: globalThis, moduleMocker: this.moduleMocker };
    const timerConfig = { idToRef: (id) => id, refToId: (timer) => timer };
    this.fakeTimers = new LegacyFakeTimers({ ...timers, timerConfig });
    this.fakeTimersModern = new ModernFakeTimers(timers);
    this.failedSetUps = new WeakSet(); // suites
    variables ??= { ...process.env };
    Error.stackTraceLimit = 100;
  }

  exportConditions() {
    return ['node', 'node-addons'];
  }

  /** Only signals to Jest that the file has not ended: shared-modules.runtime.cjs uses no context. */
  getVmContext() {
    return {};
  }

  /** When setup fails, cleanup fails too, and its error would hide the cause. */
  handleTestEvent({ name, hook }, state) {
    if (name === 'run_finish') this.useRealTimers(); // Jest reads the clock to time the file
    if (name !== 'hook_failure') return;
    if (hook.type === 'beforeAll') this.failedSetUps.add(hook.parent);
    if (hook.type === 'afterAll' && this.hasFailedSetUp(hook.parent)) state.unhandledErrors.pop();
  }

  hasFailedSetUp(suite) {
    return suite !== undefined && (this.failedSetUps.has(suite) || this.hasFailedSetUp(suite.parent));
  }

  async setup() {}

  useRealTimers() {
    this.fakeTimers.useRealTimers();
    this.fakeTimersModern.useRealTimers();
  }

  async teardown() {
    this.useRealTimers(); // even if a file failed before its tests
    process.exit = exit; // Jest replaces it
    for (const name of KEPT_BY_JEST) delete globalThis[Symbol.for(name)];
    for (const name of Object.keys(process.env)) if (!(name in variables)) delete process.env[name];
    Object.assign(process.env, variables);
  }
}

module.exports = SharedContextEnvironment;
