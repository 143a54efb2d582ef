import { execFileSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';

import { temporaryDirectory } from '@ringwell/testing/temporary-directory';

const MODULE = JSON.stringify(resolve(__dirname, 'system-tools.mjs'));
const PROGRAM = `
  import { getRequiredTools } from ${MODULE};
  process.stdout.write(getRequiredTools(process.env).map(({ name }) => name).join());
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

it('lets apt-get finish before a stop request takes effect', () => {
  const folder = join(root, 'apt');
  mkdirSync(folder);
  const addProgram = (name: string, script: string): void =>
    writeFileSync(join(folder, name), `#!/bin/sh\n${script}\n`, { mode: 0o755 });
  addProgram('sudo', 'shift; exec "$@"');
  addProgram('apt-get', 'touch started; sleep 0.3; touch finished');
  const program = `
    import { existsSync } from 'node:fs';
    import { setTimeout as sleep } from 'node:timers/promises';
    import { installTools } from ${MODULE};
    const controller = new AbortController();
    const tool = { name: 'a tool', isInstalled: () => false, apt: ['tool'], brew: [] };
    const installation = installTools([tool], controller.signal);
    while (!existsSync('started')) await sleep(10);
    controller.abort(new Error('stopped'));
    await installation.catch(({ message }) => console.log(message, existsSync('finished')));`;
  const output = execFileSync(process.execPath, ['--input-type=module', '-e', program], {
    cwd: folder,
    encoding: 'utf8',
    env: { PATH: `${folder}:${process.env.PATH}` },
  });
  expect(output).toBe('stopped true\n');
});
