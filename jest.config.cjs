// Projects by what they need: `unit` only ffmpeg and the recognizer, `int` also the databases that scripts/test.mjs starts,
// `system` also the built processes in dist/, `e2e` also the built web app and Chromium. `web` runs components in a simulated
// browser. `faults` runs everything in faults/; `system` includes its system tests.
const swc = JSON.parse(require('node:fs').readFileSync(`${__dirname}/.swcrc`, 'utf8'));
delete swc.sourceMaps;
swc.module.ignoreDynamic = false; // Jest has no native import() without VM modules

const base = {
  rootDir: __dirname,
  testEnvironment: 'node',
  transform: {
    '^.+\\.[cm]?[jt]s$': [
      '@swc/jest',
      { ...swc, swcrc: false, jsc: { ...swc.jsc, baseUrl: __dirname }, sourceMaps: 'inline' },
    ],
  },
  // Nest 12 and several of its companions ship ES modules only, so packages are compiled as well.
  transformIgnorePatterns: ['\\.node$'],
  moduleNameMapper: { '^@ringwell/(domain|platform|database|jobs|testing)/(.*)$': '<rootDir>/libs/$1/$2' },
  modulePathIgnorePatterns: ['<rootDir>/dist[^/]*/', '<rootDir>/web/dist[^/]*/', '<rootDir>/.data/'], // also while they are made
};

const databases = {
  globalSetup: '<rootDir>/libs/testing/global-setup.ts',
  globalTeardown: '<rootDir>/libs/testing/global-teardown.ts',
};

const jsx = {
  ...swc,
  swcrc: false,
  jsc: {
    ...swc.jsc,
    baseUrl: __dirname,
    parser: { syntax: 'typescript', tsx: true },
    transform: { react: { runtime: 'automatic' } },
  },
  sourceMaps: 'inline',
};
const web = {
  ...base,
  testEnvironment: '<rootDir>/web/src/testing/jsdom-environment.ts',
  setupFilesAfterEnv: ['<rootDir>/web/src/testing/setup.ts'],
  moduleNameMapper: { ...base.moduleNameMapper, '\\?url$': '<rootDir>/web/src/testing/asset-url.ts' },
  transform: { ...base.transform, '^.+\\.tsx$': ['@swc/jest', jsx] },
};

// Playwright is CommonJS already, and large.
const e2e = {
  ...base,
  ...databases,
  transformIgnorePatterns: [...base.transformIgnorePatterns, '/node_modules/(@playwright|playwright|playwright-core)/'],
};

module.exports = {
  projects: [
    { ...base, displayName: 'unit', testMatch: ['**/*.spec.ts'] },
    { ...base, displayName: 'int', testMatch: ['**/*.int-spec.ts'], ...databases },
    { ...base, displayName: 'system', testMatch: ['**/*.system-spec.ts'], ...databases },
    { ...base, displayName: 'faults', testMatch: ['<rootDir>/faults/*.{system,fault}-spec.ts'], ...databases },
    { ...web, displayName: 'web', testMatch: ['<rootDir>/web/**/*.test.tsx'] },
    { ...e2e, displayName: 'e2e', testMatch: ['<rootDir>/web/e2e/*.e2e-spec.ts'] },
  ],
  testTimeout: 60_000,
};
