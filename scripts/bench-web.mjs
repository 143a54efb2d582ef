// npm run bench:web: Lighthouse on the landing page and on a dashboard, as on a phone; the median of five runs beside its limit.
// Lighthouse is fetched when it is needed: it brings 155 packages, which nobody else has a use for.
import './lib/node-version.mjs';

import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

import { buildAllIfChanged } from './lib/build.mjs';
import { startChild } from './lib/child.mjs';
import { runCommand } from './lib/command.mjs';
import { freePort } from './lib/free-port.mjs';
import { installPackages } from './lib/packages.mjs';
import { DATA, ROOT } from './lib/paths.mjs';
import { runProduct } from './lib/product-command.mjs';
import { onStopRequest } from './lib/stop-signal.mjs';
import { BROWSER_TEST_TOOLS, browserPath, installTools } from './lib/system-tools.mjs';
import { PlainError, say, showError } from './lib/terminal.mjs';
import { startTestDatabases } from './lib/test-databases.mjs';

/** The last one for Node 20. */
const LIGHTHOUSE = 'lighthouse@12.8.2';
const LIGHTHOUSE_FOLDER = join(DATA, 'lighthouse');
const RUNS = 5;
const STOP_BOUND_MS = 15_000;
const ADMINISTRATOR = { email: 'admin@ringwell.local', password: randomBytes(12).toString('hex') };
/** Scores out of 100; CLS without unit. Search engines do not see the dashboard. */
const PAGES = [
  { name: 'landing', limits: { performance: 95, accessibility: 100, 'best-practices': 100, seo: 100, cls: 0.02 } },
  {
    name: 'dashboard',
    signedIn: true,
    limits: { performance: 90, accessibility: 100, 'best-practices': 100, cls: 0.02 },
  },
];
const HIGHER_IS_BETTER = (figure) => figure !== 'cls';

const signal = onStopRequest(() => process.exit(130));
const cleanUp = [];
try {
  await installPackages(signal);
  await installTools(BROWSER_TEST_TOOLS, signal);
  await installLighthouse();
  await buildAllIfChanged(signal);
  const url = await startApi();
  const cookie = await signIn(url);
  say('page        figure           median  limit');
  for (const page of PAGES) {
    const runs = [];
    for (let run = 0; run < RUNS; run += 1)
      runs.push(await measure(url, page.signedIn ? { Cookie: cookie } : {}, Object.keys(page.limits)));
    for (const [figure, limit] of Object.entries(page.limits)) {
      const median = runs.map((figures) => figures[figure]).sort((a, b) => a - b)[Math.floor(RUNS / 2)];
      const isMet = HIGHER_IS_BETTER(figure) ? median >= limit : median <= limit;
      if (!isMet) process.exitCode = 1;
      say(
        `${page.name.padEnd(11)} ${figure.padEnd(15)} ${String(Math.round(median * 1_000) / 1_000).padStart(7)}  ${limit}${isMet ? '' : '  missed'}`,
      );
    }
  }
} catch (error) {
  if (!signal.aborted) {
    showError(error);
    process.exitCode = 1;
  }
} finally {
  for (const undo of cleanUp.reverse()) await undo();
}
process.exit();

async function installLighthouse() {
  if (existsSync(join(LIGHTHOUSE_FOLDER, 'node_modules/lighthouse'))) return;
  const { code, output } = await runCommand(
    'npm',
    ['install', '--prefix', LIGHTHOUSE_FOLDER, '--no-save', '--ignore-scripts', LIGHTHOUSE],
    { signal },
  );
  if (code !== 0) throw new PlainError(`${LIGHTHOUSE} could not be installed.`, output);
}

/** The API on databases of its own. @returns {Promise<string>} its address */
async function startApi() {
  const databases = await startTestDatabases(signal);
  cleanUp.push(() => databases.stop());
  const folder = mkdtempSync(join(tmpdir(), 'ringwell-bench-'));
  cleanUp.push(() => rmSync(folder, { recursive: true, force: true }));
  const port = await freePort();
  const key = randomBytes(32).toString('base64');
  const env = {
    PATH: process.env.PATH,
    DATABASE_URL: databases.env.TEST_DATABASE_URL,
    REDIS_URL: databases.env.TEST_REDIS_URL,
    PORT: String(port),
    SECRETS_KEY: key,
    SESSION_KEY: key,
    STORAGE_DIR: folder,
    ADMIN_EMAIL: ADMINISTRATOR.email,
    ADMIN_PASSWORD: ADMINISTRATOR.password,
  };
  await runProduct('libs/database/migrate.js', [], { env, signal, doing: 'Making the database' });
  await runProduct('api/src/users/create-first-admin.cli.js', [], { env, signal, doing: 'Making the administrator' });
  const api = startChild({
    name: 'api',
    folder,
    program: process.execPath,
    args: [join(ROOT, 'dist/api/src/main.js')],
    stopSignal: 'SIGTERM',
    spawnOptions: { cwd: ROOT, env, stdio: ['ignore', 'pipe', 'inherit'] },
  });
  cleanUp.push(() => api.stop(STOP_BOUND_MS));
  for (;;)
    if (String((await once(api.process.stdout, 'data'))[0]).includes('api: listening'))
      return `http://localhost:${port}`;
}

/** @returns {Promise<string>} the session's cookie */
async function signIn(url) {
  const response = await fetch(`${url}/api/login/local`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', origin: url },
    body: JSON.stringify(ADMINISTRATOR),
  });
  if (!response.ok) throw new Error(`Signing in answered ${response.status}: ${await response.text()}`);
  return response.headers.getSetCookie()[0].split(';')[0];
}

/** @returns {Promise<Record<string, number>>} by figure */
async function measure(url, extraHeaders, figures) {
  const found = createRequire(join(LIGHTHOUSE_FOLDER, 'package.json')).resolve('lighthouse');
  const [{ default: lighthouse }, { chromium }] = await Promise.all([
    import(pathToFileURL(found)),
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
      onlyCategories: figures.filter((figure) => figure !== 'cls'),
    });
    return Object.fromEntries(
      figures.map((figure) => [
        figure,
        figure === 'cls' ? lhr.audits['cumulative-layout-shift'].numericValue : lhr.categories[figure].score * 100,
      ]),
    );
  } finally {
    await browser.close();
  }
}
