import { mkdirSync, rmSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';

import { temporaryDirectory } from '@ringwell/testing/temporary-directory';

import { ModelChangesService } from '../model-changes.service';
import { findInstalledModels } from './installed-models';
import { SelectedTranscriber } from './selected.transcriber';
import { installTinyModel } from './testing/install-tiny-model';

const folder = join(temporaryDirectory(), 'models');

describe('SelectedTranscriber', () => {
  const problems: string[] = [];
  const createTranscriber = (): SelectedTranscriber =>
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
    const transcriber = createTranscriber();
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
    const listener = jest.fn();
    const expectNotifications = (times: number): void => {
      changes.check();
      changes.check();
      expect(listener).toHaveBeenCalledTimes(times);
    };
    changes.subscribe(listener);
    mkdirSync(join(folder, '.downloads'), { recursive: true });
    expectNotifications(0);
    await installTinyModel(folder);
    expectNotifications(1);
    rmSync(join(folder, 'tiny'), { recursive: true });
    await installTinyModel(folder);
    expectNotifications(2);
    rmSync(join(folder, 'tiny'), { recursive: true });
    expectNotifications(3);
    changes.onApplicationShutdown();
  });

  it('keeps detecting models while a folder cannot be read', async () => {
    mkdirSync(folder, { recursive: true });
    symlinkSync('loop', join(folder, 'loop'));
    const changes = new ModelChangesService({ MODELS_DIR: folder });
    const listener = jest.fn();
    changes.subscribe(listener);
    await installTinyModel(folder);
    changes.check();
    expect(listener).toHaveBeenCalledTimes(1);
    changes.onApplicationShutdown();
  });
});
