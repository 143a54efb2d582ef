import { execFileSync, spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';

import { temporaryDirectory } from '@ringwell/testing/temporary-directory';

const SCRIPT = resolve(__dirname, '../../release.mjs');
const NOTES = '- Calls can be deleted.\n- Faster search.';
const directory = temporaryDirectory();

class Repository {
  readonly folder = mkdtempSync(join(directory, 'repository-'));

  constructor() {
    this.git('init', '--quiet', '--initial-branch', 'main');
    this.git('config', 'user.name', 'Dana Reyes');
    this.git('config', 'user.email', 'dana@example.com');
    this.write('package.json', JSON.stringify({ name: 'ringwell', version: '0.1.0' }));
    this.write(
      'package-lock.json',
      JSON.stringify({
        name: 'ringwell',
        version: '0.1.0',
        lockfileVersion: 3,
        packages: { '': { name: 'ringwell', version: '0.1.0' } },
      }),
    );
    this.write('CHANGELOG.md', `# Changelog\n\n## Unreleased\n\n${NOTES}\n`);
    this.commit();
  }

  git(...args: string[]): string {
    return execFileSync('git', args, { cwd: this.folder, encoding: 'utf8' }).trim();
  }

  write(name: string, text: string): void {
    writeFileSync(join(this.folder, name), text);
  }

  read(name: string): string {
    return readFileSync(join(this.folder, name), 'utf8');
  }

  commit(): void {
    this.git('add', '--all');
    this.git('commit', '--quiet', '--message', 'Change');
  }

  /** @returns the output, including errors */
  release(...args: string[]): { code: number | null; output: string } {
    const { status, stdout, stderr } = spawnSync(process.execPath, [SCRIPT, ...args], {
      cwd: this.folder,
      encoding: 'utf8',
    });
    return { code: status, output: `${stdout}${stderr}` };
  }
}

describe('npm run release', () => {
  let repository: Repository;
  beforeEach(() => {
    repository = new Repository();
  });

  it('commits and tags the version with the changelog notes', () => {
    const { code, output } = repository.release('1.2.0', '--tested');
    expect(output).toContain('- Faster search.');
    expect(code).toBe(0);
    const today = new Date().toISOString().slice(0, 10);
    expect(repository.read('CHANGELOG.md')).toBe(`# Changelog\n\n## Unreleased\n\n## 1.2.0 (${today})\n\n${NOTES}\n`);
    for (const name of ['package.json', 'package-lock.json'])
      expect(JSON.parse(repository.read(name))).toMatchObject({ version: '1.2.0' });
    expect(repository.git('status', '--porcelain')).toBe('');
    expect(repository.git('rev-parse', 'v1.2.0^{commit}')).toBe(repository.git('rev-parse', 'HEAD'));
    expect(repository.git('tag', '--list', '--format', '%(contents)')).toBe(`Ringwell 1.2.0\n\n${NOTES}`);
  });

  it('only includes notes since the last version', () => {
    repository.release('1.9.0', '--tested');
    repository.write(
      'CHANGELOG.md',
      repository.read('CHANGELOG.md').replace('## Unreleased\n', '## Unreleased\n\n- A map.\n'),
    );
    repository.commit();
    expect(repository.release('1.10.0', '--tested').code).toBe(0);
    expect(repository.git('tag', '--list', 'v1.10.0', '--format', '%(contents:body)')).toBe('- A map.');
  });

  it('does not change anything in a dry run', () => {
    const { code, output } = repository.release('1.2.0', '--dry-run');
    expect([code, output]).toEqual([0, expect.stringContaining('Nothing was changed')]);
    expect(output).toContain('- Calls can be deleted.');
    expect([repository.git('tag'), repository.git('log', '--format=%s')]).toEqual(['', 'Change']);
  });

  it('rejects unknown options and versions older than the current one', () => {
    expect(repository.release('1.2.0', '--tested', '--dryrun').output).toContain('Specify the version');
    expect(repository.release('0.0.9', '--tested').output).toContain('older than 0.1.0');
    expect(repository.git('tag')).toBe('');
  });

  it('does not create a version when the tests fail', () => {
    repository.write(
      'package.json',
      JSON.stringify({ name: 'ringwell', version: '0.1.0', scripts: { test: 'exit 1' } }),
    );
    repository.commit();
    const { code, output } = repository.release('1.2.0');
    expect([code, output]).toEqual([1, expect.stringContaining('The tests failed')]);
    expect([repository.git('tag'), repository.git('status', '--porcelain')]).toEqual(['', '']);
  });

  it.each<[string, string, (repository: Repository) => void]>([
    ['an invalid version', 'is not a version', () => undefined],
    ['uncommitted changes', 'uncommitted changes', (repository) => repository.write('new.txt', '')],
    ['another branch', 'Create versions from main', (repository) => repository.git('switch', '-qc', 'side')],
    [
      'an empty changelog',
      'has no notes under "Unreleased"',
      (repository) => {
        repository.write('CHANGELOG.md', '# Changelog\n\n## Unreleased\n\n## 0.9.0\n\n- Old.\n');
        repository.commit();
      },
    ],
    ['a version that is not newer', 'not newer than v2.0.0', (repository) => repository.git('tag', 'v2.0.0')],
  ])('rejects %s', (label, message, prepare) => {
    prepare(repository);
    const stateBefore = [
      repository.git('rev-parse', 'HEAD'),
      repository.git('tag'),
      repository.git('status', '--porcelain'),
    ];
    const version = label === 'an invalid version' ? '1.2' : '1.2.0';
    const { code, output } = repository.release(version, '--tested');
    expect([code, output]).toEqual([1, expect.stringContaining(message)]);
    expect([
      repository.git('rev-parse', 'HEAD'),
      repository.git('tag'),
      repository.git('status', '--porcelain'),
    ]).toEqual(stateBefore);
  });
});
