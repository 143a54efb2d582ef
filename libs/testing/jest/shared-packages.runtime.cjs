// Loads packages once for all component test files of a worker process, which share a window (jsdom-environment.ts).
// Packages that do not use the DOM are loaded with Node's loader. By default, Jest reloads all packages for each file.
const { createRequire } = require('node:module');
const { default: Runtime } = require('jest-runtime');

const DOM_INDEPENDENT = /^(react|react\/jsx-runtime|lucide-react|aria-query)$/;
// The exceptions are bound to a file: they add hooks and matchers, and use its timers.
const SHARED = /\/node_modules\/(?!@testing-library\/)/;

// React records where each element was created, for messages that no test reads.
delete console.createTask;
const { __CLIENT_INTERNALS_DO_NOT_USE_OR_WARN_USERS_THEY_CANNOT_UPGRADE: internals } = require('react');
Object.defineProperty(internals, 'recentlyCreatedOwnerStacks', { get: () => Infinity, set: (_count) => {} });

/** Modules by file. */
const packages = new Map();

class ModuleRegistry extends Map {
  get(file) {
    return SHARED.test(file) ? packages.get(file) : super.get(file);
  }

  set(file, module) {
    if (!SHARED.test(file)) return super.set(file, module);
    packages.set(file, module);
    return this;
  }

  delete(file) {
    return SHARED.test(file) ? packages.delete(file) : super.delete(file);
  }
}

class SharedPackagesRuntime extends Runtime {
  constructor(...args) {
    super(...args);
    this.registries.moduleRegistry = new ModuleRegistry();
  }

  requireModuleOrMock(from, moduleName) {
    return DOM_INDEPENDENT.test(moduleName)
      ? createRequire(from)(moduleName)
      : super.requireModuleOrMock(from, moduleName);
  }
}

module.exports = { __esModule: true, default: SharedPackagesRuntime };
