// Runs the test files of a worker process in its own global object. Jest gives each file a new one, behind proxies that make
// every use of a global slower. What Jest and a file keep in it is removed after each file: with the handlers of an
// earlier file, Jest would report stray errors to that file, which has ended, and they would fail no test.
const { LegacyFakeTimers, ModernFakeTimers } = require('@jest/fake-timers');
const { ModuleMocker } = require('jest-mock');

const KEPT_BY_JEST = ['EVENT_HANDLERS', 'TEST_TIMEOUT_SYMBOL', 'RETRY_TIMES'];
const { exit } = process;

/** Of the first file. @type {NodeJS.ProcessEnv | undefined} */
let variables;

class SharedContextEnvironment {
  constructor({ projectConfig }) {
    this.global = globalThis;
    this.moduleMocker = new ModuleMocker(globalThis);
    const timers = { config: projectConfig, global: globalThis, moduleMocker: this.moduleMocker };
    const timerConfig = { idToRef: (id) => id, refToId: (timer) => timer };
    this.fakeTimers = new LegacyFakeTimers({ ...timers, timerConfig });
    this.fakeTimersModern = new ModernFakeTimers(timers);
    variables ??= { ...process.env };
    Error.stackTraceLimit = 100;
  }

  exportConditions() {
    return ['node', 'node-addons'];
  }

  /** Only tells Jest that the file has not ended: shared-modules.runtime.cjs uses no context. */
  getVmContext() {
    return {};
  }

  async setup() {}

  async teardown() {
    this.fakeTimers.useRealTimers();
    this.fakeTimersModern.useRealTimers();
    process.exit = exit; // Jest replaces it
    for (const name of KEPT_BY_JEST) delete globalThis[Symbol.for(name)];
    for (const name of Object.keys(process.env)) if (!(name in variables)) delete process.env[name];
    Object.assign(process.env, variables);
  }
}

module.exports = SharedContextEnvironment;
