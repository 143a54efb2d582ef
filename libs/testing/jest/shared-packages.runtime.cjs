// Loads packages that touch no page once for all test files of a worker process, with the loader of Node. The icons alone
// would take a tenth of a second in each file. React is one of them, because the icons are made with it.
const { createRequire } = require('node:module');
const { default: Runtime } = require('jest-runtime');

const SHARED = /^(react|react\/jsx-runtime|lucide-react|aria-query)$/;

class SharedPackagesRuntime extends Runtime {
  requireModuleOrMock(from, moduleName) {
    return SHARED.test(moduleName) ? createRequire(from)(moduleName) : super.requireModuleOrMock(from, moduleName);
  }
}

module.exports = { __esModule: true, default: SharedPackagesRuntime };
