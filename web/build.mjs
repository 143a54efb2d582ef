// Builds the web app into web/dist: index.html for everybody (with the loading screen in it), landing.html for visitors (the same
// page with the landing page in it), and the assets, each also compressed. Placeholders like %PRODUCT_NAME% are filled in by the API.
import { cpSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';

import { build } from 'vite';

const WEB = fileURLToPath(new URL('.', import.meta.url));
const DIST = join(WEB, 'dist');
const DRAFT = `${DIST}.new`; // takes the place of dist/ when it is whole
const PRERENDER = join(DRAFT, '.prerender');
const LANDING_MODULE = 'src/features/landing/landing-page.tsx';
const SHELL_MODULE = 'src/app/shell.tsx';
const EMPTY_ROOT = '<div id="root"></div>';
const COMPRESSED = /\.(js|css|svg|txt)$/;

const config = { configFile: join(WEB, 'vite.config.mts'), logLevel: 'warn' };
await build({ ...config, build: { outDir: DRAFT } });
await build({
  ...config,
  build: { ssr: 'src/app/prerender.tsx', outDir: PRERENDER, emptyOutDir: true, manifest: false, copyPublicDir: false },
});

const manifest = JSON.parse(readFileSync(join(DRAFT, '.vite/manifest.json'), 'utf8'));
const page = readFileSync(join(DRAFT, 'index.html'), 'utf8');
const { renderLandingPage, renderLoadingScreen } = await import(
  pathToFileURL(
    join(
      PRERENDER,
      readdirSync(PRERENDER).find((name) => name.startsWith('prerender.')),
    ),
  )
);
writeFileSync(join(DRAFT, 'landing.html'), landingFrom(page, await renderLandingPage()));
writeFileSync(join(DRAFT, 'index.html'), appFrom(page, await renderLoadingScreen()));
rmSync(PRERENDER, { recursive: true });
cpSync(join(WEB, '../n8n'), join(DRAFT, 'n8n'), { recursive: true }); // workflows that the documentation links to
compressBelow(DRAFT);
rmSync(DIST, { recursive: true, force: true });
renameSync(DRAFT, DIST);

/** Its own code is fetched along with the rest, not after it. */
function landingFrom(html, content) {
  return replaceAllOnce(withCodeOf(LANDING_MODULE, html), {
    '%SESSION%': 'none',
    '<title>%PRODUCT_NAME%</title>': '<title>See Customer Happiness on Every Phone Call · %PRODUCT_NAME%</title>',
    [EMPTY_ROOT]: `<div id="root" data-prerendered>${content}</div>`,
  });
}

/** The frame of signed-in screens is fetched along with the rest: most who get this page are signed in, or about to be. */
function appFrom(html, loadingScreen) {
  return replaceAllOnce(withCodeOf(SHELL_MODULE, html), { [EMPTY_ROOT]: `<div id="root">${loadingScreen}</div>` });
}

/** Code comes behind styles and fonts: something to show stands in the page already. */
function withCodeOf(module, html) {
  const preloads = filesNeededBy(module)
    .filter((file) => !html.includes(file))
    .map((file) => `<link rel="modulepreload" crossorigin href="/${file}">`);
  return replaceAllOnce(html, { '</head>': `${preloads.join('')}</head>` }).replace(
    /<script type="module"|<link rel="modulepreload"/g,
    '$& fetchpriority="low"',
  );
}

/** A file and all that it imports at once. */
function filesNeededBy(module, seen = new Set()) {
  const entry = manifest[module];
  if (!entry) throw new Error(`The build has no ${module}.`);
  if (seen.has(entry.file)) return [];
  seen.add(entry.file);
  return [entry.file, ...(entry.imports ?? []).flatMap((imported) => filesNeededBy(imported, seen))];
}

function replaceAllOnce(text, replacements) {
  return Object.entries(replacements).reduce((result, [what, replacement]) => {
    if (result.split(what).length !== 2) throw new Error(`Expected exactly one ${what} in the page.`);
    return result.replace(what, () => replacement);
  }, text);
}

function compressBelow(folder) {
  for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile() || !COMPRESSED.test(entry.name)) continue;
    const path = join(entry.parentPath, entry.name);
    const content = readFileSync(path);
    writeFileSync(`${path}.gz`, gzipSync(content, { level: constants.Z_BEST_COMPRESSION }));
    writeFileSync(
      `${path}.br`,
      brotliCompressSync(content, { params: { [constants.BROTLI_PARAM_SIZE_HINT]: content.length } }),
    );
  }
}
