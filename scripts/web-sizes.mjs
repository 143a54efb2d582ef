// node scripts/web-sizes.mjs: measures how much of the web app a browser loads (gzip) before it can show a page. Prints
// a table with the limits, and exits with 1 if anything is too large.
import { readFileSync, statSync } from 'node:fs';
import { basename, join } from 'node:path';

import { buildWebIfChanged } from './lib/build.mjs';
import { CliError } from './lib/errors.mjs';
import { WEB_DIST } from './lib/paths.mjs';
import { runScript } from './lib/processes/run-script.mjs';
import { print, red } from './lib/terminal.mjs';

/** @typedef {import('vite').Manifest} Manifest */

/** Maximum number of files per dashboard. Each costs a round trip. */
const MAX_FILES = 7;

/** Limits in KiB. */
const LIMITS = { landing: 118, dashboard: 145, otherPage: 25, css: 14 };

const ENTRY = 'index.html';
const STYLE = 'style.css';
const PAGE_FILE = /^src\/features\/.+-page\.tsx$/;
const SHELL = 'src/app/shell.tsx';
const LANDING = 'src/features/landing/landing-page.tsx';
const DASHBOARDS = ['src/app/home-pages/user-home-page.tsx', 'src/features/admin-dashboard/admin-home-page.tsx'];

await runScript(async (signal) => {
  await buildWebIfChanged(signal);
  const rows = measurePageLoads(JSON.parse(readFileSync(join(WEB_DIST, '.vite/manifest.json'), 'utf8')));
  const width = Math.max(...rows.map(({ title }) => title.length));
  for (const { title, size, limit, unit = 'KiB' } of rows) {
    const line = `${title.padEnd(width)}  ${size.toFixed(unit === 'KiB' ? 1 : 0).padStart(6)} ${unit} of ${limit}`;
    print(size > limit ? red(`${line}  too large`) : line);
  }
  if (rows.some(({ size, limit }) => size > limit))
    throw new CliError("The web app is too large: defer or remove code that the first view doesn't need.");
});

/** @param {Manifest} manifest @returns {{ title: string, size: number, limit: number, unit?: string }[]} */
function measurePageLoads(manifest) {
  const landingFiles = collectFiles(manifest, [ENTRY, LANDING]);
  const dashboards = DASHBOARDS.map((module) => ({ module, files: collectFiles(manifest, [ENTRY, SHELL, module]) }));
  const userDashboard = dashboards[0]?.files ?? [];
  const otherPages = Object.keys(manifest).filter(
    (module) => PAGE_FILE.test(module) && module !== LANDING && !DASHBOARDS.includes(module),
  );
  return [
    { title: 'landing', size: sumGzippedKib(landingFiles), limit: LIMITS.landing },
    ...dashboards.flatMap(({ module, files }) => [
      { title: pageName(module), size: sumGzippedKib(files), limit: LIMITS.dashboard },
      { title: pageName(module), size: files.length, limit: MAX_FILES, unit: 'files' },
    ]),
    ...otherPages.map((module) => ({
      title: `${pageName(module)} (additional)`,
      size: sumGzippedKib(collectFiles(manifest, [module]).filter((file) => !userDashboard.includes(file))),
      limit: LIMITS.otherPage,
    })),
    { title: 'css', size: sumGzippedKib(collectFiles(manifest, [STYLE])), limit: LIMITS.css },
  ];
}

/**
 * Returns the files of these modules and their static imports.
 * @param {Manifest} manifest @param {string[]} modules @returns {string[]}
 */
function collectFiles(manifest, modules) {
  /** @type {Set<string>} */
  const visited = new Set();
  /** @param {string} module */
  const visit = (module) => {
    const entry = manifest[module];
    if (!entry) throw new CliError(`The build has no ${module}: update its path in scripts/web-sizes.mjs.`);
    if (visited.has(entry.file)) return;
    visited.add(entry.file);
    entry.imports?.forEach(visit);
  };
  modules.forEach(visit);
  return [...visited];
}

/** web/build.mjs has already compressed each file. @param {string[]} files */
function sumGzippedKib(files) {
  return files.reduce((sum, file) => sum + statSync(join(WEB_DIST, `${file}.gz`)).size, 0) / 1_024;
}

/** @param {string} module */
function pageName(module) {
  return basename(module, '.tsx').replace(/-page$/, '');
}
