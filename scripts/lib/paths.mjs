// Paths in this clone, for the other scripts.
import { dirname, join, relative, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';

export const ROOT = resolve(dirname(fileURLToPath(import.meta.url)), '../..');

/** Everything a running system stores: databases, recordings, logs, secrets. Never committed. */
export const DATA = join(ROOT, '.data');

/** Compiled JavaScript for api, worker and libs. */
export const DIST = join(ROOT, 'dist');

/** Compiled JavaScript for lab/analyst, with the product code that it imports. */
export const TOOLS_DIST = join(DATA, 'tools');

/** The built web app; the API looks for it here unless WEB_DIR is set. */
export const WEB_DIST = join(ROOT, 'web/dist');

/** @param {string[]} parts path under node_modules @returns {string} the absolute path */
export function packagePath(...parts) {
  return join(ROOT, 'node_modules', ...parts);
}

/** @param {string} path absolute @returns {string} relative to the root of the clone if the path is inside it */
export function displayPath(path) {
  return path.startsWith(ROOT) ? relative(ROOT, path) : path;
}
