// Builds the image from this clone and from the previous commit.
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { ROOT } from '../paths.mjs';
import { runOrFail } from '../processes/command.mjs';

/** Image names; scripts/image.image-spec.ts runs them. */
const CURRENT_IMAGE = 'localhost/ringwell-test:current';
const PREVIOUS_IMAGE = 'localhost/ringwell-test:previous';

/**
 * @param {import('./engine.mjs').Engine} engine @param {string} base @param {AbortSignal} signal
 * @returns {Promise<string>} a note for the terminal
 */
export async function buildImage(engine, base, signal) {
  await build(engine, { base, tag: CURRENT_IMAGE, folder: ROOT, signal });
  return CURRENT_IMAGE;
}

/**
 * Builds the image for the last commit if this clone has changes, otherwise for the commit before it.
 * @param {import('./engine.mjs').Engine} engine @param {string} base @param {AbortSignal} signal
 * @returns {Promise<string>} a note for the terminal
 */
export async function buildPreviousImage(engine, base, signal) {
  const options = { cwd: ROOT, signal };
  const changes = await runOrFail(['git', 'status', '--porcelain'], options);
  const commit = await runOrFail(['git', 'rev-parse', '--short', changes === '' ? 'HEAD~1' : 'HEAD'], options);
  const workFolder = mkdtempSync(join(tmpdir(), 'ringwell-image-'));
  try {
    const folder = join(workFolder, 'files');
    mkdirSync(folder);
    await runOrFail(['git', 'archive', '--output', join(workFolder, 'files.tar'), commit], options);
    await runOrFail(['tar', '-xf', join(workFolder, 'files.tar'), '-C', folder], options);
    await build(engine, { base, tag: PREVIOUS_IMAGE, folder, signal });
  } finally {
    rmSync(workFolder, { recursive: true, force: true });
  }
  return `${PREVIOUS_IMAGE} from ${commit}`;
}

/**
 * @param {import('./engine.mjs').Engine} engine
 * @param {{ base: string, tag: string, folder: string, signal: AbortSignal }} options
 */
function build(engine, { base, tag, folder, signal }) {
  return runOrFail([...engine.build, '--build-arg', `BASE=${base}`, '--tag', tag, folder], { cwd: folder, signal });
}
