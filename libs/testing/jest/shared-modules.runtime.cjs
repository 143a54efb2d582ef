// Loads each module once for all test files of a worker process. Jest loads all of them again for each file, which took
// half of the time of most files. Only a file that replaces modules still has its own.
const { default: Runtime } = require('jest-runtime');

const TEST_FILE = /\.(spec|int-spec|system-spec|fault-spec|e2e-spec)\.ts$/;
const REPLACES_MODULES = /\bjest\.(mock|doMock|unmock|resetModules|isolateModules)/;

/** Never torn down. @type {Runtime | undefined} */
let shared;

class SharedModulesRuntime extends Runtime {
  constructor(config, environment, resolver, transformer, sources, coverage, testPath, globalConfig) {
    const source = sources.get(testPath); // the next line clears the map
    super(config, environment, resolver, transformer, sources, coverage, testPath, globalConfig);
    shared ??= new Runtime(config, environment, resolver, transformer, new Map(), coverage, testPath, globalConfig);
    const watches = globalConfig.watch || globalConfig.watchAll; // sources change during the process
    this.shares = !watches && !REPLACES_MODULES.test(source);
    this.sourceMaps = mergedMaps(super.getSourceMaps(), shared.getSourceMaps());
  }

  requireModuleOrMock(from, moduleName) {
    const isShared =
      this.shares &&
      !this._resolution.isCoreModule(moduleName) &&
      moduleName !== '@jest/globals' &&
      !TEST_FILE.test(this._resolution.resolveCjs(from, moduleName));
    return isShared ? shared.requireModuleOrMock(from, moduleName) : super.requireModuleOrMock(from, moduleName);
  }

  getSourceMaps() {
    return this.sourceMaps;
  }
}

/** Reads two maps that still grow. */
function mergedMaps(first, second) {
  return {
    get: (key) => first.get(key) ?? second.get(key),
    *[Symbol.iterator]() {
      yield* first;
      yield* second;
    },
  };
}

module.exports = { __esModule: true, default: SharedModulesRuntime };
