import { readFileSync } from 'node:fs';
import { join } from 'node:path';

interface LockedPackage {
  version: string;
  cpu?: string[];
  os?: string[];
  libc?: string[];
}

const LOCKFILE = join(__dirname, '../../../package-lock.json');
const { packages } = JSON.parse(readFileSync(LOCKFILE, 'utf8')) as { packages: Record<string, LockedPackage> };
const lockedPackages = Object.entries(packages).map(([path, entry]) => ({
  name: path.split('node_modules/').at(-1) ?? path,
  ...entry,
}));
const nativePackages = lockedPackages.filter(
  ({ cpu, os, libc }) => cpu?.includes('x64') && os?.includes('linux') && !libc?.includes('musl'),
);

// llama.cpp's packages for macOS have different names.
const toApplePackage = (name: string, machine: 'arm64' | 'x64'): string =>
  name === '@node-llama-cpp/linux-x64'
    ? `@node-llama-cpp/mac-${machine === 'arm64' ? 'arm64-metal' : 'x64'}`
    : name.replace(/linux-x64(-gnu|-glibc)?/, `darwin-${machine}`);

// Reads the lockfile because npm only installs native packages for its own platform.
it.each([
  ['linux-arm64', (name: string) => name.replace('linux-x64', 'linux-arm64')],
  ['darwin-arm64', (name: string) => toApplePackage(name, 'arm64')],
  ['darwin-x64', (name: string) => toApplePackage(name, 'x64')],
])('the lockfile also contains all native packages for %s', (_platform, nameFor) => {
  expect(nativePackages.length).toBeGreaterThan(5);
  const missingPackages = nativePackages.filter(
    ({ name, version }) => !lockedPackages.some((other) => other.name === nameFor(name) && other.version === version),
  );
  expect(missingPackages.map(({ name }) => nameFor(name))).toEqual([]);
});
