// node scripts/web-sizes.mjs: how much of the built web app a browser loads before it can show a page, compressed with gzip,
// against the limits. Prints a table; the exit code is 1 when something is too large.
import './lib/node-version.mjs';

import { readFileSync, statSync } from 'node:fs';
import { basename, join } from 'node:path';

import { buildWebIfChanged } from './lib/build.mjs';
import { WEB_DIST } from './lib/paths.mjs';
import { onStopRequest } from './lib/stop-signal.mjs';
import { PlainError, red, say, showError } from './lib/terminal.mjs';

/** Limits in KiB. */
const LIMITS = { landing: 118, dashboard: 145, routeMore: 25, css: 14 };

const ENTRY = 'index.html';
const STYLE = 'style.css';
const PAGE = /^src\/features\/.+-page\.tsx$/;
const SHELL = 'src/app/shell.tsx';
const LANDING = 'src/features/landing/landing-page.tsx';
const DASHBOARDS = ['src/app/home-pages/user-home-page.tsx', 'src/features/admin-dashboard/admin-home-page.tsx'];

const signal = onStopRequest(() => process.exit(130));
try {
  await buildWebIfChanged(signal);
  const rows = measure(JSON.parse(readFileSync(join(WEB_DIST, '.vite/manifest.json'), 'utf8')));
  const width = Math.max(...rows.map(({ title }) => title.length));
  for (const { title, kib, limit } of rows) {
    const line = `${title.padEnd(width)}  ${kib.toFixed(1).padStart(6)} KiB of ${limit}`;
    say(kib > limit ? red(`${line}  too large`) : line);
  }
  if (rows.some(({ kib, limit }) => kib > limit))
    throw new PlainError('The web app has become too large: load later what is not needed at once, or do without.');
} catch (error) {
  if (!signal.aborted) showError(error);
  process.exitCode = 1;
}

/** @returns {{ title: string, kib: number, limit: number }[]} */
function measure(manifest) {
  const landing = filesOf(manifest, [ENTRY, LANDING]);
  const dashboards = DASHBOARDS.map((module) => [module, filesOf(manifest, [ENTRY, SHELL, module])]);
  const [[, userDashboard]] = dashboards;
  const others = Object.keys(manifest).filter(
    (module) => PAGE.test(module) && module !== LANDING && !DASHBOARDS.includes(module),
  );
  return [
    { title: 'landing', kib: kib(landing), limit: LIMITS.landing },
    ...dashboards.map(([module, files]) => ({ title: nameOf(module), kib: kib(files), limit: LIMITS.dashboard })),
    ...others.map((module) => ({
      title: `${nameOf(module)}, more`,
      kib: kib(filesOf(manifest, [module]).filter((file) => !userDashboard.includes(file))),
      limit: LIMITS.routeMore,
    })),
    { title: 'css', kib: kib([manifest[STYLE].file]), limit: LIMITS.css },
  ];
}

/** The files of some modules and of all that they import at once. */
function filesOf(manifest, modules) {
  const seen = new Set();
  const visit = (module) => {
    const entry = manifest[module];
    if (!entry) throw new PlainError(`The build has no ${module}: tell scripts/web-sizes.mjs where it has gone.`);
    if (seen.has(entry.file)) return;
    seen.add(entry.file);
    entry.imports?.forEach(visit);
  };
  modules.forEach(visit);
  return [...seen];
}

/** web/build.mjs has compressed each file already. */
function kib(files) {
  return files.reduce((sum, file) => sum + statSync(join(WEB_DIST, `${file}.gz`)).size, 0) / 1_024;
}

function nameOf(module) {
  return basename(module, '.tsx').replace(/-page$/, '');
}
