import { execFileSync } from 'node:child_process';
import { copyFileSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';

import { temporaryDirectory } from '@ringwell/testing/temporary-directory';

const REPOSITORY = resolve(__dirname, '../../..');
const folder = temporaryDirectory();

it("does not run packages' install scripts, whatever the npm version", () => {
  const [project, pack] = [join(folder, 'project'), join(folder, 'package')];
  for (const directory of [project, pack]) mkdirSync(directory);
  const markerFile = join(folder, 'ran');
  const scripts = { preinstall: `touch ${markerFile}`, postinstall: `touch ${markerFile}` };
  writeFileSync(join(pack, 'package.json'), JSON.stringify({ name: 'witness', version: '1.0.0', scripts }));
  writeFileSync(join(project, 'package.json'), JSON.stringify({ name: 'project', version: '1.0.0' }));
  copyFileSync(join(REPOSITORY, '.npmrc'), join(project, '.npmrc'));
  const npm = (cwd: string, ...args: string[]): string => execFileSync('npm', args, { cwd, encoding: 'utf8' });
  const archive = npm(pack, 'pack', '--silent').trim();
  npm(project, 'install', '--offline', '--silent', join(pack, archive));
  expect(existsSync(join(project, 'node_modules/witness/package.json'))).toBe(true);
  expect(existsSync(markerFile)).toBe(false);
});

it('lists a URL for each package, so that npm ci does not ask the registry for version lists', () => {
  const lockfile = readFileSync(join(REPOSITORY, 'package-lock.json'), 'utf8');
  const { packages } = JSON.parse(lockfile) as { packages: Record<string, { integrity?: string; resolved?: string }> };
  const registered = Object.values(packages).filter(({ integrity }) => integrity !== undefined);
  const isFromOtherRegistry = ({ resolved = '' }): boolean => !resolved.startsWith('https://registry.npmjs.org/');
  expect(registered.filter(isFromOtherRegistry)).toEqual([]);
});
