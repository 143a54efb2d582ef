// One global object for all test files of a worker process, for shared-modules.runtime.cjs. What Jest and a file keep in it
// is removed after each file: with the handlers of an earlier file, Jest would report stray errors to that file, which
// has ended, and they would fail no test.
const { TestEnvironment } = require('jest-environment-node');

const KEPT_BY_JEST = ['EVENT_HANDLERS', 'TEST_TIMEOUT_SYMBOL', 'RETRY_TIMES'];

/** @type {TestEnvironment | undefined} */
let shared;

class SharedContextEnvironment extends TestEnvironment {
  constructor(config, context) {
    if (shared) return shared; // replaces the new object
    super(config, context);
    shared = this;
    this.variables = { ...process.env };
  }

  async teardown() {
    this.fakeTimers.useRealTimers();
    this.fakeTimersModern.useRealTimers();
    for (const name of KEPT_BY_JEST) delete this.global[Symbol.for(name)];
    for (const name of Object.keys(process.env)) if (!(name in this.variables)) delete process.env[name];
    Object.assign(process.env, this.variables);
  }
}

module.exports = SharedContextEnvironment;
