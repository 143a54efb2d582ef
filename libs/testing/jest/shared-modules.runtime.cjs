// Loads each module once for all test files of a worker process, with Node's loader. By default, Jest reloads all of
// them for each file. Only files that replace modules get their own.
const Module = require('node:module');
const { join } = require('node:path');
const { compileFunction } = require('node:vm');
const { default: Runtime } = require('jest-runtime');

const ROOT = join(__dirname, '../../..');
const TEST_FILE = /\.(spec|program-spec|int-spec|system-spec|slow-spec|fault-spec|e2e-spec)\.ts$/;
const REPLACES_MODULES = /\bjest\.(mock|doMock|unmock|resetModules|isolateModules)/;
const ALIAS = /^@ringwell\/(domain|platform|rules|database|jobs|testing)\//;

/** Keyed by compiled file. */
const sourceMaps = new Map();
/** @type {import('@jest/transform').ScriptTransformer | undefined} */
let transformer;

/** Lets Node load TypeScript, compiled as Jest compiles it, and resolve the names of libraries. */
function extendLoader() {
  Module._extensions['.ts'] = (module, filename) => {
    const { code, sourceMapPath } = transformer.transform(filename, {
      supportsDynamicImport: false,
      supportsExportNamespaceFrom: false,
      supportsStaticESM: false,
      supportsTopLevelAwait: false,
    });
    if (sourceMapPath) sourceMaps.set(filename, sourceMapPath);
    module._compile(code, filename);
  };
  // Extensions are tried in order: `./model` is model.ts, even if there is a model.json.
  const { '.json': json } = Module._extensions;
  delete Module._extensions['.json'];
  Module._extensions['.json'] = json;
  const { _resolveFilename: resolve } = Module;
  Module._resolveFilename = function (request, ...rest) {
    return resolve.call(this, request.replace(ALIAS, `${ROOT}/libs/$1/`), ...rest);
  };
}

class SharedModulesRuntime extends Runtime {
  constructor(config, environment, resolver, scriptTransformer, sources, coverage, testPath, globalConfig) {
    const source = sources.get(testPath); // the next line clears the map
    super(config, environment, resolver, scriptTransformer, sources, coverage, testPath, globalConfig);
    // Runs the file in the process's global object. By default, Jest gives each file its own context.
    this.executor.compile = (code, filename) =>
      compileFunction(code, this.executor.injectedModuleParameters, { filename });
    if (!transformer) extendLoader();
    transformer = scriptTransformer;
    globalThis.jest = this.jestGlobals.jestObjectFor(testPath); // Jest passes it only to the modules that it loads
    const isWatching = globalConfig.watch || globalConfig.watchAll; // source files change while this process runs
    this.sharesModules = !isWatching && !REPLACES_MODULES.test(source);
    this.sourceMaps = mergeMaps(super.getSourceMaps(), sourceMaps);
  }

  requireModuleOrMock(from, moduleName) {
    if (!this.sharesModules || moduleName === '@jest/globals') return super.requireModuleOrMock(from, moduleName);
    const require = Module.createRequire(from);
    const path = require.resolve(moduleName);
    return TEST_FILE.test(path) ? super.requireModuleOrMock(from, moduleName) : require(path);
  }

  getSourceMaps() {
    return this.sourceMaps;
  }
}

/** Reads from both maps instead of copying them, because both keep growing. */
function mergeMaps(first, second) {
  return {
    get: (key) => first.get(key) ?? second.get(key),
    *[Symbol.iterator]() {
      yield* first;
      yield* second;
    },
  };
}

module.exports = { __esModule: true, default: SharedModulesRuntime };
