import { mkdtempSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

import { temporaryDirectory } from '@ringwell/testing/temporary-directory';

import { findInstalledModels } from '../../worker/src/transcription/installed-models';
import {
  ARCHIVE_PATH,
  makeArchive,
  MODEL_FILES,
  ModelProcess,
  sha256,
  makeTransducerModel,
  makeTransducerFiles,
} from './model-command';
import { ModelServer } from './model-server';

// Half of the kills happen during the download, the rest while the archive is being checked, unpacked and renamed.
const MAX_DELAY_MS = 150;

/** Returns a generator of random numbers (Mulberry32), which are the same for the same seed. */
function createSeededRandom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

/** Kills `npm run models -- install` at random times, once per seed. */
export function describeKilledInstalls(seeds: readonly number[]): void {
  describe('npm run models -- install', () => {
    const directory = temporaryDirectory();
    const server = new ModelServer();
    const files = makeTransducerFiles(60_000);
    const archive = makeArchive(directory, files);
    beforeAll(async () => {
      await server.start();
      server.files.set(ARCHIVE_PATH, archive);
      server.files.set('/asr-models/checksum.txt', Buffer.from(`sherpa-onnx-test.tar.bz2\t${sha256(archive)}\n`));
      server.chunkBytes = 8_000;
    });
    afterAll(() => server.stop());

    /** Returns the models that a worker would use now, and checks that they're complete. */
    function listUsedModels(folder: string): string[] {
      const { recognizers } = findInstalledModels(folder, 'en');
      for (const { modelDir } of recognizers)
        for (const name of MODEL_FILES) {
          const content = readFileSync(join(modelDir, name));
          expect(sha256(content)).toBe(sha256(files[`sherpa-onnx-test/${name}`] ?? Buffer.alloc(0)));
        }
      return recognizers.map(({ name }) => name);
    }

    it('never leaves an incomplete model in use when killed at any point, and continues the next time', async () => {
      const killCounts = { downloading: 0, later: 0 };
      let nextProcess = await ModelProcess.start(directory);
      for (const seed of seeds) {
        const random = createSeededRandom(seed);
        const folder = join(mkdtempSync(join(directory, 'models-')), 'models');
        const settings = { catalog: [makeTransducerModel(archive)], folder, mirror: server.url };
        const killAfterBytes = Math.floor(random() * archive.length * 2);
        const delayMs = random() * MAX_DELAY_MS;
        const killedProcess = nextProcess;
        const killPoint = new Promise<void>((resolve) => {
          server.onSent = (path, bytes) => {
            if (path !== ARCHIVE_PATH || bytes < Math.min(killAfterBytes, archive.length)) return;
            server.onSent = () => undefined;
            setTimeout(resolve, killAfterBytes < archive.length ? 0 : delayMs);
          };
        });
        void killedProcess.run(settings, ['install', 'parakeet']);
        [nextProcess] = await Promise.all([ModelProcess.start(directory), killPoint.then(() => killedProcess.kill())]);
        const modelsBefore = listUsedModels(folder);
        if (killAfterBytes < archive.length) killCounts.downloading += 1;
        else killCounts.later += 1;
        expect(await nextProcess.run(settings, ['install', 'parakeet'])).toMatchObject({
          code: 0,
          output: expect.stringContaining(modelsBefore.length > 0 ? 'already installed' : 'is installed') as string,
        });
        expect(listUsedModels(folder)).toEqual(['parakeet']);
      }
      await nextProcess.kill();
      expect(Math.min(killCounts.downloading, killCounts.later)).toBeGreaterThan(seeds.length / 4);
    });
  });
}
