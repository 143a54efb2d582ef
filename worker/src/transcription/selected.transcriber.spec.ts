import { mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';

import { temporaryDirectory } from '@ringwell/testing/temporary-directory';

import { ModelChangesService } from '../model-changes.service';
import { findInstalledModels } from './installed-models';
import { SelectedTranscriber } from './selected.transcriber';
import { installTinyModel } from './testing/install-tiny-model';

const folder = join(temporaryDirectory(), 'models');

describe('SelectedTranscriber', () => {
  const problems: string[] = [];
  const selected = (): SelectedTranscriber =>
    new SelectedTranscriber(() => ({
      engine: 'auto',
      openai: { model: 'gpt-transcribe' },
      deepgram: { baseUrl: 'https://api.deepgram.com', model: 'nova-3' },
      sherpa: { installed: findInstalledModels(folder, 'en') },
      pocketsphinx: { binary: 'pocketsphinx_continuous', processes: 1 },
      timeoutMs: 1_000,
      onProblem: (problem) => void problems.push(problem),
    }));

  it('selects the best installed model each time', async () => {
    const transcriber = selected();
    expect(transcriber.engine).toBe('pocketsphinx');
    await installTinyModel(folder, 'whisper', 4);
    expect(transcriber.engine).toBe('pocketsphinx');
    await transcriber.reselect();
    expect(transcriber.engine).toBe('sherpa:whisper');
    await installTinyModel(folder, 'parakeet', 1);
    await transcriber.reselect();
    expect(transcriber.engine).toBe('sherpa:parakeet');
    rmSync(join(folder, 'parakeet/tokens.txt'));
    await transcriber.reselect();
    expect(transcriber.engine).toBe('sherpa:whisper');
    expect(transcriber.problem).toContain('"parakeet" is damaged');
    rmSync(folder, { recursive: true });
    await transcriber.reselect();
    expect(transcriber).toMatchObject({ engine: 'pocketsphinx', problem: null });
    await transcriber.onApplicationShutdown();
  });
});

describe('ModelChangesService', () => {
  it('notifies listeners only of added, replaced and removed models', async () => {
    const changes = new ModelChangesService({ MODELS_DIR: folder });
    const onTranscribe = jest.fn();
    const expectTranscribed = (times: number): void => {
      changes.check();
      changes.check();
      expect(onTranscribe).toHaveBeenCalledTimes(times);
    };
    changes.subscribe(onTranscribe);
    mkdirSync(join(folder, '.downloads'), { recursive: true });
    expectTranscribed(0);
    await installTinyModel(folder);
    expectTranscribed(1);
    rmSync(join(folder, 'tiny'), { recursive: true });
    await installTinyModel(folder);
    expectTranscribed(2);
    rmSync(join(folder, 'tiny'), { recursive: true });
    expectTranscribed(3);
    changes.onApplicationShutdown();
  });
});
