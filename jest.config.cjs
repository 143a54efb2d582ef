// Projects, by what their tests need. `unit`: at most ffmpeg and the recognizer, for a moment; `program`: for many
// seconds; `int`: also the databases that scripts/test.mjs starts; `system`: also the built processes in dist/; `e2e`:
// also the built web app and Chromium. `web` runs components in a simulated browser. `slow` takes too long to run on
// every change (scripts/test-slow.mjs). `image` runs what scripts/test-image.mjs builds. `chaos` injects random faults.
const { existsSync, readdirSync, readFileSync } = require('node:fs');

const swc = JSON.parse(readFileSync(`${__dirname}/.swcrc`, 'utf8'));
swc.module.ignoreDynamic = false; // Jest has no native import() without VM modules
swc.jsc.transform.optimizer = { globals: { vars: { 'import.meta.hot': 'undefined' } } }; // only modules may read it
const CALLS_IMPORT = '@opentelemetry/otlp-exporter-base'; // compiled, so that it calls require() instead

const base = {
  rootDir: __dirname,
  transform: {
    '^.+\\.[cm]?[jt]s$': ['@swc/jest', { ...swc, swcrc: false, jsc: { ...swc.jsc, baseUrl: __dirname } }],
  },
  // Nest 12 and several of its companions ship ES modules, which Jest must compile.
  transformIgnorePatterns: ['\\.node$', `/node_modules/(?!(${[...esmPackages(), CALLS_IMPORT].join('|')})/)`],
  moduleNameMapper: { '^@ringwell/(domain|platform|rules|database|jobs|testing)/(.*)$': '<rootDir>/libs/$1/$2' },
  modulePathIgnorePatterns: ['<rootDir>/dist[^/]*/', '<rootDir>/web/dist[^/]*/', '<rootDir>/.data/'], // also while they're being built
};

const node = {
  ...base,
  testEnvironment: '<rootDir>/libs/testing/jest/shared-context.environment.cjs',
  runtime: '<rootDir>/libs/testing/jest/shared-modules.runtime.cjs',
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
    transform: { ...swc.jsc.transform, react: { runtime: 'automatic' } },
  },
};
const web = {
  ...base,
  testEnvironment: '<rootDir>/web/src/testing/jsdom-environment.ts',
  runtime: '<rootDir>/libs/testing/jest/shared-packages.runtime.cjs',
  setupFilesAfterEnv: ['<rootDir>/web/src/testing/setup.ts'],
  moduleNameMapper: { ...base.moduleNameMapper, '\\?url$': '<rootDir>/web/src/testing/asset-url.ts' },
  transform: { ...base.transform, '^.+\\.tsx$': ['@swc/jest', jsx] },
};

function esmPackages() {
  const folder = `${__dirname}/node_modules`;
  const names = readdirSync(folder).flatMap((name) =>
    name.startsWith('@') ? readdirSync(`${folder}/${name}`).map((second) => `${name}/${second}`) : [name],
  );
  return names.filter((name) => {
    const file = `${folder}/${name}/package.json`;
    return existsSync(file) && JSON.parse(readFileSync(file, 'utf8')).type === 'module';
  });
}

module.exports = {
  projects: [
    { ...node, displayName: 'unit', testMatch: ['**/*.spec.ts'] },
    { ...node, displayName: 'program', testMatch: ['**/*.program-spec.ts'] },
    { ...node, displayName: 'int', testMatch: ['**/*.int-spec.ts'], ...databases },
    { ...node, displayName: 'system', testMatch: ['**/*.system-spec.ts'], ...databases },
    { ...node, displayName: 'faults', testMatch: ['<rootDir>/lab/faults/*.fault-spec.ts'], ...databases },
    { ...node, displayName: 'image', testMatch: ['**/*.image-spec.ts'], ...databases },
    { ...node, displayName: 'slow', testMatch: ['**/*.slow-spec.ts'], ...databases },
    { ...node, displayName: 'chaos', testMatch: ['<rootDir>/lab/faults/chaos/*.fault-spec.ts'], ...databases },
    { ...web, displayName: 'web', testMatch: ['<rootDir>/web/**/*.test.tsx'] },
    { ...node, displayName: 'e2e', testMatch: ['<rootDir>/web/e2e/*.e2e-spec.ts'], ...databases },
  ],
  testSequencer: '<rootDir>/libs/testing/jest/longest-first.sequencer.cjs',
  workerGracefulExitTimeout: 60_000, // at its end, a worker releases what its files share, such as the browser (end-of-tests.ts)
  testTimeout: 180_000, // many times what a test takes, for slow machines that run other tests at the same time
};
