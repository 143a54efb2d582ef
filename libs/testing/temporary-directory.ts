import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** Creates a directory that is deleted after the tests. Call this at the top of a `describe` or of the file. */
export function temporaryDirectory(): string {
  const directory = mkdtempSync(join(tmpdir(), 'ringwell-test-'));
  afterAll(() => rmSync(directory, { recursive: true, force: true }));
  return directory;
}
