// npm run bench:web: runs Lighthouse with phone settings on the landing page and a dashboard, and prints the median of
// five runs and the limit for each metric. Installs Lighthouse on first use, because only this command needs its 155
// packages.
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

import { buildAllIfChanged } from './lib/build.mjs';
import { startTestDatabases } from './lib/databases/test-databases.mjs';
import { CliError } from './lib/errors.mjs';
import { installPackages } from './lib/install/packages.mjs';
import { BROWSER_TEST_TOOLS, browserPath, installTools } from './lib/install/system-tools.mjs';
import { DATA, ROOT } from './lib/paths.mjs';
import { startChild } from './lib/processes/child.mjs';
import { runCommand } from './lib/processes/command.mjs';
import { freePort } from './lib/processes/ports.mjs';
import { runProduct, runProductJson } from './lib/processes/product-command.mjs';
import { runScript } from './lib/processes/run-script.mjs';
import { print } from './lib/terminal.mjs';

const LIGHTHOUSE = 'lighthouse@13.5.0';
const LIGHTHOUSE_FOLDER = join(DATA, 'lighthouse');
const RUN_COUNT = 5;
const STOP_TIMEOUT_MS = 15_000;
const ADMINISTRATOR = { email: 'admin@ringwell.local', password: '' };

/**
 * @typedef {object} Page
 * @property {string} name
 * @property {boolean} [signedIn]
 * @property {Record<string, number>} limits by metric: scores out of 100; CLS is unitless
 */

/** The dashboard doesn't have an SEO score, because search engines can't see it. @type {Page[]} */
const PAGES = [
  { name: 'landing', limits: { performance: 95, accessibility: 100, 'best-practices': 100, seo: 100, cls: 0.02 } },
  {
    name: 'dashboard',
    signedIn: true,
    limits: { performance: 90, accessibility: 100, 'best-practices': 100, cls: 0.02 },
  },
];

await runScript(async (signal, cleanups) => {
  await installPackages(signal);
  await installTools(BROWSER_TEST_TOOLS, signal);
  await installLighthouse(signal);
  await buildAllIfChanged(signal);
  const url = await startApi(signal, cleanups);
  const cookie = await signIn(url);
  print('page        metric           median  limit');
  for (const page of PAGES) {
    const runs = [];
    for (let run = 0; run < RUN_COUNT; run += 1)
      runs.push(await runLighthouse(url, page.signedIn ? { Cookie: cookie } : {}, Object.keys(page.limits)));
    for (const [metric, limit] of Object.entries(page.limits)) {
      const values = runs.map((metrics) => metrics[metric] ?? NaN).sort((a, b) => a - b);
      const median = values[Math.floor(RUN_COUNT / 2)] ?? NaN;
      const isMet = metric === 'cls' ? median <= limit : median >= limit;
      if (!isMet) process.exitCode = 1;
      const measured = String(Math.round(median * 1_000) / 1_000).padStart(7);
      print(`${page.name.padEnd(11)} ${metric.padEnd(15)} ${measured}  ${limit}${isMet ? '' : '  missed'}`);
    }
  }
});
process.exit();

/** @param {AbortSignal} signal */
async function installLighthouse(signal) {
  if (existsSync(join(LIGHTHOUSE_FOLDER, 'node_modules/lighthouse'))) return;
  const args = ['install', '--prefix', LIGHTHOUSE_FOLDER, '--no-save', '--ignore-scripts', LIGHTHOUSE];
  const { code, output } = await runCommand('npm', args, { signal });
  if (code !== 0) throw new CliError(`${LIGHTHOUSE} could not be installed: see npm's message above.`, output);
}

/**
 * Starts the API with its own databases.
 * @param {AbortSignal} signal @param {(() => unknown)[]} cleanups @returns {Promise<string>} its URL
 */
async function startApi(signal, cleanups) {
  const databases = await startTestDatabases(signal);
  cleanups.push(() => databases.stop());
  const folder = mkdtempSync(join(tmpdir(), 'ringwell-bench-'));
  cleanups.push(() => rmSync(folder, { recursive: true, force: true }));
  const port = await freePort();
  const generateKey = () => randomBytes(32).toString('base64');
  const env = {
    PATH: process.env.PATH,
    DATABASE_URL: databases.env.TEST_DATABASE_URL,
    REDIS_URL: databases.env.TEST_REDIS_URL,
    PORT: String(port),
    SECRETS_KEY: generateKey(),
    SESSION_KEY: generateKey(),
    STORAGE_DIR: folder,
    ADMIN_EMAIL: ADMINISTRATOR.email,
  };
  await runProduct('libs/database/migrate.js', [], { env, signal, purpose: 'Migrating the database' });
  const { password } = await runProductJson('api/src/users/create-first-admin.cli.js', [], {
    env,
    signal,
    purpose: 'Creating the administrator',
  });
  ADMINISTRATOR.password = password;
  const api = startChild({
    name: 'api',
    folder,
    program: process.execPath,
    args: [join(ROOT, 'dist/api/src/main.js')],
    stopSignal: 'SIGTERM',
    spawnOptions: { cwd: ROOT, env, stdio: ['ignore', 'pipe', 'inherit'] },
  });
  cleanups.push(() => api.stop(STOP_TIMEOUT_MS));
  const { stdout } = api.process;
  if (!stdout) throw new Error('The API was started without a pipe for its log.');
  for (;;) if (String((await once(stdout, 'data'))[0]).includes('api: listening')) return `http://localhost:${port}`;
}

/** @param {string} url @returns {Promise<string>} the session cookie */
async function signIn(url) {
  const response = await fetch(`${url}/api/login/local`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', origin: url },
    body: JSON.stringify(ADMINISTRATOR),
  });
  if (!response.ok) throw new Error(`Sign-in returned ${response.status}: ${await response.text()}`);
  return response.headers.getSetCookie()[0]?.split(';')[0] ?? '';
}

/**
 * @param {string} url @param {Record<string, string>} extraHeaders @param {string[]} metrics
 * @returns {Promise<Record<string, number>>} by metric
 */
async function runLighthouse(url, extraHeaders, metrics) {
  const path = createRequire(join(LIGHTHOUSE_FOLDER, 'package.json')).resolve('lighthouse');
  const [{ default: lighthouse }, { chromium }] = await Promise.all([
    import(pathToFileURL(path).href),
    import('@playwright/test'),
  ]);
  const port = await freePort();
  const browser = await chromium.launch({
    executablePath: browserPath(),
    args: ['--no-sandbox', '--disable-gpu', `--remote-debugging-port=${port}`],
  });
  try {
    const { lhr } = await lighthouse(`${url}/`, {
      port,
      output: 'json',
      logLevel: 'error',
      extraHeaders,
      onlyCategories: metrics.filter((metric) => metric !== 'cls'),
    });
    return Object.fromEntries(
      metrics.map((metric) => [
        metric,
        metric === 'cls' ? lhr.audits['cumulative-layout-shift'].numericValue : lhr.categories[metric].score * 100,
      ]),
    );
  } finally {
    await browser.close();
  }
}
