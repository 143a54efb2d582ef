import { execFileSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';

import { temporaryDirectory } from '@ringwell/testing/temporary-directory';

const PROGRAM = `
  import { toolsFor } from ${JSON.stringify(resolve(__dirname, 'system-tools.mjs'))};
  process.stdout.write(toolsFor(process.env).map(({ name }) => name).join());
`;

const root = temporaryDirectory();

function listTools(model: string, language: string | undefined): string {
  const folder = join(root, `${model} ${language}`);
  mkdirSync(join(folder, model), { recursive: true });
  writeFileSync(join(folder, model, 'model.json'), JSON.stringify({ files: {} }));
  return execFileSync(process.execPath, ['--input-type=module', '-e', PROGRAM], {
    encoding: 'utf8',
    env: { PATH: process.env.PATH, MODELS_DIR: folder, ...(language && { TRANSCRIPTION_LANGUAGE: language }) },
  });
}

describe('the built-in recognizer', () => {
  it.each([
    ['parakeet', 'en', false],
    ['parakeet', 'en-US', false],
    ['parakeet', undefined, false],
    ['parakeet', 'de', true],
    ['whisper', 'de', false],
  ])('is needed with model %s and calls in %s: %s', (model, language, isNeeded) => {
    expect(listTools(model, language).includes('pocketsphinx')).toBe(isNeeded);
  });
});
