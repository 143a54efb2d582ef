import { execFileSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';

import { temporaryDirectory } from '@ringwell/testing/temporary-directory';

interface MachineSettings {
  env?: Record<string, string>;
  folder?: string;
  room?: { memoryMb: number; diskBytes: number };
}

// One process handles all cases, because Jest can't load the scripts' modules.
const PROGRAM = `
  import { CATALOG } from ${JSON.stringify(resolve(__dirname, 'catalog.mjs'))};
  import { chooseModels, measureRoom } from ${JSON.stringify(resolve(__dirname, 'choose-models.mjs'))};
  const results = JSON.parse(process.argv[1]).map((settings) => {
    const { models, tooLarge } = chooseModels({ catalog: CATALOG, ...settings });
    return { names: models.map(({ name }) => name), tooLarge };
  });
  process.stdout.write(JSON.stringify({ results, room: measureRoom('/does/not/exist', 1_000) }));
`;

const root = temporaryDirectory();
const emptyFolder = join(root, 'none');
const LARGE_MACHINE = { memoryMb: 14_000, diskBytes: 100e9 };

function makeModelsFolder(...names: string[]): string {
  const folder = join(root, names.join('-'));
  for (const name of names) {
    mkdirSync(join(folder, name), { recursive: true });
    writeFileSync(join(folder, name, 'model.json'), JSON.stringify({ files: {} }));
  }
  return folder;
}

const CASES: [string, MachineSettings, string[], string[]?][] = [
  ['everything on a machine with 16 GB', {}, ['parakeet', 'notes']],
  ['everything with 8 GB', { room: { ...LARGE_MACHINE, memoryMb: 6_700 } }, ['parakeet', 'notes']],
  ['the small notes model with 6 GB', { room: { ...LARGE_MACHINE, memoryMb: 4_500 } }, ['parakeet', 'notes-small']],
  ['no notes with 4 GB', { room: { ...LARGE_MACHINE, memoryMb: 2_500 } }, ['parakeet'], ['notes']],
  ['the small recognizer with 2 GB', { room: { ...LARGE_MACHINE, memoryMb: 500 } }, ['parakeet-small'], ['notes']],
  ['nothing with 1 GB', { room: { ...LARGE_MACHINE, memoryMb: -500 } }, [], ['recognizer', 'notes']],
  [
    'the small notes model on a small disk',
    { room: { ...LARGE_MACHINE, diskBytes: 5e9 } },
    ['parakeet', 'notes-small'],
  ],
  [
    'the small recognizer on a very small disk',
    { room: { ...LARGE_MACHINE, diskBytes: 2.5e9 } },
    ['parakeet-small'],
    ['notes'],
  ],
  ['nothing on a full disk', { room: { ...LARGE_MACHINE, diskBytes: 1e9 } }, [], ['recognizer', 'notes']],
  ['a recognizer that supports German', { env: { TRANSCRIPTION_LANGUAGE: 'de-AT' } }, ['parakeet-v3', 'notes']],
  [
    'a recognizer for a language named like a locale',
    { env: { TRANSCRIPTION_LANGUAGE: 'en_US' } },
    ['parakeet', 'notes'],
  ],
  ['a recognizer that supports Japanese', { env: { TRANSCRIPTION_LANGUAGE: 'ja' } }, ['qwen3-asr', 'notes']],
  ['no recognizer for an unsupported language', { env: { TRANSCRIPTION_LANGUAGE: 'sw' } }, ['notes']],
  ['no recognizer with an API key for transcription', { env: { DEEPGRAM_API_KEY: 'key' } }, ['notes']],
  ['no recognizer with a transcription server', { env: { TRANSCRIPTION_BASE_URL: 'http://localhost/v1' } }, ['notes']],
  ['no recognizer if an engine is selected', { env: { TRANSCRIPTION_ENGINE: 'pocketsphinx' } }, ['notes']],
  ['no notes if a language model is configured', { env: { ANALYSIS_API_KEY: 'key' } }, ['parakeet']],
  ['no notes with the built-in analyst', { env: { ANALYSIS_ENGINE: 'local' } }, ['parakeet']],
  ['no recognizer if one is installed', { folder: makeModelsFolder('whisper') }, ['notes']],
  [
    'a recognizer if the installed one does not support the language',
    { folder: makeModelsFolder('moonshine'), env: { TRANSCRIPTION_LANGUAGE: 'de' } },
    ['parakeet-v3', 'notes'],
  ],
  ['nothing if both are installed', { folder: makeModelsFolder('parakeet-small', 'notes-small') }, []],
];

describe('chooseModels', () => {
  const { results, room } = JSON.parse(
    execFileSync(
      process.execPath,
      [
        '--input-type=module',
        '-e',
        PROGRAM,
        JSON.stringify(
          CASES.map(([, settings]) => ({ env: {}, folder: emptyFolder, room: LARGE_MACHINE, ...settings })),
        ),
      ],
      { encoding: 'utf8' },
    ),
  ) as { results: { names: string[]; tooLarge: string[] }[]; room: { memoryMb: number; diskBytes: number } };

  it.each(CASES.map(([title, , names, tooLarge = []], index) => [title, names, tooLarge, index] as const))(
    'chooses %s',
    (_title, names, tooLarge, index) => {
      expect(results[index]).toEqual({ names, tooLarge });
    },
  );

  it("reads the machine's memory and disk even if the folder does not exist yet", () => {
    expect(room.memoryMb).toBeGreaterThan(-1_000);
    expect(room.diskBytes).toBeGreaterThan(0);
  });
});
