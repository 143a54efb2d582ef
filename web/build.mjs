// Builds the web app into web/dist: index.html for everybody, landing.html for visitors (the same page with the landing
// page already in it), and the assets, each also compressed. Placeholders like %PRODUCT_NAME% are filled in by the API.
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
const COMPRESSED = /\.(js|css|svg|txt)$/;

const config = { configFile: join(WEB, 'vite.config.mts'), logLevel: 'warn' };
await build({ ...config, build: { outDir: DRAFT } });
await build({ ...config, build: { ssr: 'src/app/prerender.tsx', outDir: PRERENDER, emptyOutDir: true, manifest: false, copyPublicDir: false } });

const manifest = JSON.parse(readFileSync(join(DRAFT, '.vite/manifest.json'), 'utf8'));
const page = readFileSync(join(DRAFT, 'index.html'), 'utf8');
const { renderLandingPage } = await import(pathToFileURL(join(PRERENDER, readdirSync(PRERENDER).find((name) => name.startsWith('prerender.')))));
writeFileSync(join(DRAFT, 'landing.html'), landingFrom(page, await renderLandingPage()));
rmSync(PRERENDER, { recursive: true });
cpSync(join(WEB, '../n8n'), join(DRAFT, 'n8n'), { recursive: true }); // workflows that the documentation links to
compressBelow(DRAFT);
rmSync(DIST, { recursive: true, force: true });
renameSync(DRAFT, DIST);

/** The landing page's own code is fetched along with the rest, not after it. */
function landingFrom(html, content) {
  const preloads = filesNeededBy(LANDING_MODULE).filter((file) => !html.includes(file)).map((file) => `<link rel="modulepreload" crossorigin href="/${file}">`);
  return replaceOnce(
    replaceOnce(
      replaceOnce(replaceOnce(html, '%SESSION%', 'none'), '<title>%PRODUCT_NAME%</title>', '<title>See Customer Happiness on Every Phone Call · %PRODUCT_NAME%</title>'),
      '</head>', `${preloads.join('')}</head>`,
    ),
    '<div id="root"></div>', `<div id="root">${content}</div>`,
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

function replaceOnce(text, what, replacement) {
  if (text.split(what).length !== 2) throw new Error(`Expected exactly one ${what} in the page.`);
  return text.replace(what, () => replacement);
}

function compressBelow(folder) {
  for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile() || !COMPRESSED.test(entry.name)) continue;
    const path = join(entry.parentPath, entry.name);
    const content = readFileSync(path);
    writeFileSync(`${path}.gz`, gzipSync(content, { level: constants.Z_BEST_COMPRESSION }));
    writeFileSync(`${path}.br`, brotliCompressSync(content, { params: { [constants.BROTLI_PARAM_SIZE_HINT]: content.length } }));
  }
}
