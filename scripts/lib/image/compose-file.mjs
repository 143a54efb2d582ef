// Checks that Docker Compose can read docker-compose.yml.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { ROOT } from '../paths.mjs';
import { runCommand, runOrFail } from '../processes/command.mjs';

/**
 * @param {AbortSignal} signal
 * @returns {Promise<string>} a note for the terminal
 * @throws {CliError} with Docker Compose's message
 */
export async function checkComposeFile(signal) {
  const { code } = await runCommand('docker', ['compose', 'version'], { signal });
  if (code !== 0) return 'not read, because Docker Compose is not installed';
  const folder = mkdtempSync(join(tmpdir(), 'ringwell-compose-'));
  try {
    writeFileSync(join(folder, '.env'), 'POSTGRES_PASSWORD=unused\nREDIS_PASSWORD=unused\n');
    const compose = ['docker', 'compose', '--file', join(ROOT, 'docker-compose.yml'), '--project-directory', folder];
    await runOrFail([...compose, '--profile', '*', 'config', '--quiet'], { signal });
    return 'read with every profile';
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
