import { mkdirSync, mkdtempSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { temporaryDirectory } from '@ringwell/testing/temporary-directory';

import { findInstalledModels } from './installed-models';

const directory = temporaryDirectory();

describe('findInstalledModels', () => {
  let models: string;
  beforeEach(() => {
    models = mkdtempSync(join(directory, 'models-'));
  });

  function install(name: string, manifest: object = {}): string {
    const modelDir = join(models, name);
    mkdirSync(modelDir);
    writeFileSync(join(modelDir, 'tokens.txt'), 'tokens');
    const files = { 'tokens.txt': { bytes: 6, sha256: 'unused' } };
    const defaults = { name, purpose: 'transcription', languages: ['en'], rank: 1, files };
    writeFileSync(join(modelDir, 'model.json'), JSON.stringify({ ...defaults, ...manifest }));
    return modelDir;
  }

  it('sorts recognizers by rank, and omits those that do not support the language', () => {
    install('whisper', { languages: ['*'], rank: 4 });
    install('parakeet-v3', { languages: ['de', 'en'], rank: 2 });
    install('parakeet');
    const listNames = (language?: string): string[] =>
      findInstalledModels(models, language).recognizers.map(({ name }) => name);
    expect(listNames('en-US')).toEqual(['parakeet', 'parakeet-v3', 'whisper']);
    expect(listNames('de')).toEqual(['parakeet-v3', 'whisper']);
    expect(listNames('ja')).toEqual(['whisper']);
    expect(listNames()).toEqual(['parakeet', 'parakeet-v3', 'whisper']);
  });

  it('finds the models for speaker separation', () => {
    const speakersDir = install('speakers', { purpose: 'speakers', languages: ['*'] });
    expect(findInstalledModels(models, 'en')).toEqual({ recognizers: [], writers: [], speakersDir, damagedModels: [] });
  });

  it('finds the language models for summaries, best first', () => {
    const smallModel = install('notes-small', { purpose: 'notes', languages: ['*'], rank: 2 });
    const modelDir = install('notes', { purpose: 'notes', languages: ['*'] });
    expect(findInstalledModels(models, 'en')).toEqual({
      recognizers: [],
      writers: [
        { name: 'notes', modelDir },
        { name: 'notes-small', modelDir: smallModel },
      ],
      damagedModels: [],
    });
  });

  it('reports incomplete models as damaged, and ignores models that are being installed', () => {
    truncateSync(join(install('truncated'), 'tokens.txt'), 3);
    rmSync(join(install('missing'), 'tokens.txt'));
    rmSync(join(install('unlisted'), 'model.json'));
    truncateSync(join(install('unreadable'), 'model.json'), 10);
    install('.staging-install');
    expect(findInstalledModels(models)).toEqual({
      recognizers: [],
      writers: [],
      damagedModels: ['missing', 'truncated', 'unlisted', 'unreadable'],
    });
  });

  it('finds nothing if the folder does not exist', () => {
    expect(findInstalledModels(join(models, 'nowhere'))).toEqual({ recognizers: [], writers: [], damagedModels: [] });
  });
});
