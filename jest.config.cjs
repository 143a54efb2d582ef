// Three projects, by what they need: `unit` needs no more than ffmpeg and the recogniser, `int` also the databases that
// scripts/test.mjs starts, `system` also the built processes in dist/.
const swc = JSON.parse(require('node:fs').readFileSync(`${__dirname}/.swcrc`, 'utf8'));
delete swc.exclude;
delete swc.sourceMaps;
swc.module.ignoreDynamic = false; // Jest has no native import() without VM modules

const base = {
  rootDir: __dirname,
  testEnvironment: 'node',
  transform: { '^.+\\.[cm]?[jt]s$': ['@swc/jest', { ...swc, swcrc: false, jsc: { ...swc.jsc, baseUrl: __dirname }, sourceMaps: 'inline' }] },
  // Nest 12 and several of its companions ship ES modules only, so packages are compiled as well.
  transformIgnorePatterns: ['\\.node$'],
  moduleNameMapper: { '^@ringwell/(domain|platform|database|jobs|testing)/(.*)$': '<rootDir>/libs/$1/$2' },
  modulePathIgnorePatterns: ['<rootDir>/dist/', '<rootDir>/.data/'],
};

const databases = {
  globalSetup: '<rootDir>/libs/testing/global-setup.ts',
  globalTeardown: '<rootDir>/libs/testing/global-teardown.ts',
};

module.exports = {
  projects: [
    { ...base, displayName: 'unit', testMatch: ['**/*.spec.ts'] },
    { ...base, displayName: 'int', testMatch: ['**/*.int-spec.ts'], ...databases },
    { ...base, displayName: 'system', testMatch: ['**/*.system-spec.ts'], ...databases },
  ],
  testTimeout: 60_000,
};
