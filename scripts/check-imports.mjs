// Checks who imports whom (.dependency-cruiser.cjs). It also fails when dependency-cruiser has read fewer files than exist:
// with a TypeScript that it does not know, it silently reads nothing and finds every rule kept.
import './lib/node-version.mjs';

import { existsSync, readdirSync } from 'node:fs';
import { join, relative } from 'node:path';

import { runCommand } from './lib/command.mjs';
import { inPackages, ROOT } from './lib/paths.mjs';

const FOLDERS = ['api', 'worker', 'libs', 'tools', 'bench', 'faults', 'web/src'];

const existing = FOLDERS.filter((folder) => existsSync(join(ROOT, folder)));
const args = [
  inPackages('dependency-cruiser/bin/dependency-cruise.mjs'),
  ...existing,
  '--config',
  '.dependency-cruiser.cjs',
  '--output-type',
  'json',
];
const { output, stdout } = await runCommand(process.execPath, args, { cwd: ROOT });
const complaints = complaintsIn(stdout, output);
for (const complaint of complaints) console.error(complaint);
process.exitCode = complaints.length > 0 ? 1 : 0;

function complaintsIn(report, everything) {
  let cruise;
  try {
    cruise = JSON.parse(report);
  } catch {
    return [everything]; // not a report but its own error message
  }
  const read = new Set(cruise.modules.map(({ source }) => source));
  const unread = existing.flatMap(sourcesBelow).filter((file) => !read.has(file));
  return [
    ...cruise.summary.violations.map(({ rule, from, to }) => `${rule.severity} ${rule.name}: ${from} -> ${to}`),
    ...unread.map((file) => `not read by dependency-cruiser: ${file}`),
  ];
}

function sourcesBelow(folder) {
  return readdirSync(join(ROOT, folder), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && /\.tsx?$/.test(entry.name))
    .map((entry) => relative(ROOT, join(entry.parentPath, entry.name)));
}
