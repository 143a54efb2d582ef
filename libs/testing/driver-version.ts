import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

/**
 * Fails unless `internals`, a file in libs/platform/driver-internals, was tested against a package's installed version.
 */
export function assertDriverVersion(packageName: string, checkedVersion: string, internals: string): void {
  const installed = readInstalledVersion(packageName);
  if (installed === checkedVersion) return;
  throw new Error(
    `${packageName} ${installed} is installed, but libs/platform/driver-internals/${internals} was checked with ` +
      `${checkedVersion}. Check that the internals it uses still work the same way, then update the version in this test.`,
  );
}

function readInstalledVersion(packageName: string): string {
  for (let folder = dirname(require.resolve(packageName)); ; folder = dirname(folder)) {
    const file = join(folder, 'package.json');
    const { name, version } = (existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : {}) as Record<
      string,
      string
    >;
    if (name === packageName && version) return version;
    if (folder === dirname(folder)) throw new Error(`${packageName} has no package.json.`);
  }
}
