// Builds the web app into web/dist: index.html with the prerendered loading screen, landing.html with the prerendered
// landing page for visitors, and the assets, each also compressed. The API fills in placeholders such as
// %PRODUCT_NAME%.
import { cpSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';

import { build } from 'vite';

const WEB = fileURLToPath(new URL('.', import.meta.url));
const DIST = join(WEB, 'dist');
const NEW_DIST = `${DIST}.new`; // replaces dist/ when complete
const PRERENDER = join(NEW_DIST, '.prerender');
const LANDING_MODULE = 'src/features/landing/landing-page.tsx';
const SHELL_MODULE = 'src/app/shell.tsx';
const EMPTY_ROOT = '<div id="root"></div>';
const COMPRESSIBLE = /\.(js|css|svg|txt)$/;

const config = { configFile: join(WEB, 'vite.config.mts'), logLevel: 'warn' };
await build({ ...config, build: { outDir: NEW_DIST } });
await build({
  ...config,
  build: { ssr: 'src/app/prerender.tsx', outDir: PRERENDER, emptyOutDir: true, manifest: false, copyPublicDir: false },
});

const manifest = JSON.parse(readFileSync(join(NEW_DIST, '.vite/manifest.json'), 'utf8'));
const page = readFileSync(join(NEW_DIST, 'index.html'), 'utf8');
const { renderLandingPage, renderLoadingScreen } = await import(
  pathToFileURL(
    join(
      PRERENDER,
      readdirSync(PRERENDER).find((name) => name.startsWith('prerender.')),
    ),
  )
);
writeFileSync(join(NEW_DIST, 'landing.html'), landingHtml(page, await renderLandingPage()));
writeFileSync(join(NEW_DIST, 'index.html'), appHtml(page, await renderLoadingScreen()));
rmSync(PRERENDER, { recursive: true });
writeFileSync(join(NEW_DIST, 'fonts.css'), fontsCss());
cpSync(join(WEB, '../n8n'), join(NEW_DIST, 'n8n'), { recursive: true }); // workflows linked from the documentation
compressFolder(NEW_DIST);
rmSync(DIST, { recursive: true, force: true });
renameSync(NEW_DIST, DIST);

// Pages rendered by the API use only the font styles.
function fontsCss() {
  const style = readFileSync(join(NEW_DIST, manifest['style.css'].file), 'utf8');
  return style.match(/@font-face\s*{[^}]*}/g).join('');
}

function landingHtml(html, content) {
  return replaceEachOnce(withPreloads(LANDING_MODULE, html), {
    '%SESSION%': 'none',
    '<title>%PRODUCT_NAME%</title>': '<title>See Customer Happiness on Every Phone Call · %PRODUCT_NAME%</title>',
    [EMPTY_ROOT]: `<div id="root" data-prerendered>${content}</div>`,
  });
}

// Preloads the shell's code, because most users who get this page are signed in or about to sign in.
function appHtml(html, loadingScreen) {
  return replaceEachOnce(withPreloads(SHELL_MODULE, html), { [EMPTY_ROOT]: `<div id="root">${loadingScreen}</div>` });
}

// Code has a lower priority than styles and fonts, because the page already shows prerendered content.
function withPreloads(module, html) {
  const preloads = collectFiles(module)
    .filter((file) => !html.includes(file))
    .map((file) => `<link rel="modulepreload" crossorigin href="/${file}">`);
  return replaceEachOnce(html, { '</head>': `${preloads.join('')}</head>` }).replace(
    /<script type="module"|<link rel="modulepreload"/g,
    '$& fetchpriority="low"',
  );
}

function collectFiles(module, seen = new Set()) {
  const entry = manifest[module];
  if (!entry) throw new Error(`The build has no ${module}`);
  if (seen.has(entry.file)) return [];
  seen.add(entry.file);
  return [entry.file, ...(entry.imports ?? []).flatMap((imported) => collectFiles(imported, seen))];
}

function replaceEachOnce(text, replacements) {
  return Object.entries(replacements).reduce((result, [placeholder, replacement]) => {
    if (result.split(placeholder).length !== 2) throw new Error(`Expected exactly one ${placeholder} in the page`);
    return result.replace(placeholder, () => replacement);
  }, text);
}

function compressFolder(folder) {
  for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile() || !COMPRESSIBLE.test(entry.name)) continue;
    const path = join(entry.parentPath, entry.name);
    const content = readFileSync(path);
    writeFileSync(`${path}.gz`, gzipSync(content, { level: constants.Z_BEST_COMPRESSION }));
    writeFileSync(
      `${path}.br`,
      brotliCompressSync(content, { params: { [constants.BROTLI_PARAM_SIZE_HINT]: content.length } }),
    );
  }
}
