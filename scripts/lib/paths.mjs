// Where things lie in a clone. Every other script takes its paths from here.
import { dirname, join, relative, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';

/** The repository's root folder. */
export const ROOT = resolve(dirname(fileURLToPath(import.meta.url)), '../..');

/** Everything a running system keeps: databases, recordings, logs, secrets. Never committed. */
export const DATA = join(ROOT, '.data');

/** Compiled JavaScript of api, worker and libs. */
export const DIST = join(ROOT, 'dist');

/** Compiled JavaScript of tools/, with the product's code that it uses. */
export const TOOLS_DIST = join(DATA, 'tools');

/** The built web app; where the API looks for it unless WEB_DIR says otherwise. */
export const WEB_DIST = join(ROOT, 'web/dist');

/** @param {string[]} parts path below node_modules @returns {string} its absolute path */
export function inPackages(...parts) {
  return join(ROOT, 'node_modules', ...parts);
}

/** @param {string} path absolute @returns {string} the way people write it: from the root of the clone when it is in there */
export function shown(path) {
  return path.startsWith(ROOT) ? relative(ROOT, path) : path;
}
