import { execFileSync } from 'node:child_process';
import { copyFileSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';

import { temporaryDirectory } from '@ringwell/testing/temporary-directory';

const REPOSITORY = resolve(__dirname, '../../..');
const folder = temporaryDirectory();

it("does not run packages' install scripts, regardless of the npm version", () => {
  const [project, packageFolder] = [join(folder, 'project'), join(folder, 'package')];
  for (const directory of [project, packageFolder]) mkdirSync(directory);
  const markerFile = join(folder, 'ran');
  const scripts = { preinstall: `touch ${markerFile}`, postinstall: `touch ${markerFile}` };
  writeFileSync(join(packageFolder, 'package.json'), JSON.stringify({ name: 'witness', version: '1.0.0', scripts }));
  writeFileSync(join(project, 'package.json'), JSON.stringify({ name: 'project', version: '1.0.0' }));
  copyFileSync(join(REPOSITORY, '.npmrc'), join(project, '.npmrc'));
  const runNpm = (cwd: string, ...args: string[]): string => execFileSync('npm', args, { cwd, encoding: 'utf8' });
  const archive = runNpm(packageFolder, 'pack', '--silent').trim();
  runNpm(project, 'install', '--offline', '--silent', join(packageFolder, archive));
  expect(existsSync(join(project, 'node_modules/witness/package.json'))).toBe(true);
  expect(existsSync(markerFile)).toBe(false);
});

it('lists a URL for each package, so that npm ci does not ask the registry for version lists', () => {
  const lockfile = readFileSync(join(REPOSITORY, 'package-lock.json'), 'utf8');
  const { packages } = JSON.parse(lockfile) as { packages: Record<string, { integrity?: string; resolved?: string }> };
  const registryPackages = Object.values(packages).filter(({ integrity }) => integrity !== undefined);
  const isFromOtherRegistry = ({ resolved = '' }): boolean => !resolved.startsWith('https://registry.npmjs.org/');
  expect(registryPackages.filter(isFromOtherRegistry)).toEqual([]);
});
