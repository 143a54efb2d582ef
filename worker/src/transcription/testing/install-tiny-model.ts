import { mkdirSync, readdirSync, renameSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { writeNemoCtc } from './tiny-models';

/** Installs a model that only recognizes loudness (see `writeNemoCtc`), in one step like `npm run models`. */
export async function installTinyModel(modelsDir: string, name = 'tiny', rank = 2): Promise<string> {
  const draft = join(modelsDir, `.draft-${name}`);
  mkdirSync(draft, { recursive: true });
  writeManifest(await writeNemoCtc(draft), name, rank);
  const folder = join(modelsDir, name);
  renameSync(draft, folder);
  return folder;
}

/** Writes a model's manifest, listing the files in its folder. */
export function writeManifest(folder: string, name: string, rank: number): void {
  const files = Object.fromEntries(
    readdirSync(folder).map((file) => [file, { bytes: statSync(join(folder, file)).size }]),
  );
  const manifest = { name, purpose: 'transcription', languages: ['en'], rank, files };
  writeFileSync(join(folder, 'model.json'), JSON.stringify(manifest));
}
