import { randomBytes } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

import { canMount, SmallDisk } from '@ringwell/testing/small-disk';

import { describeKilledInstalls } from './testing/killed-installs';
import { ModelProcess, sha256, type TestModel } from './testing/model-command';
import { ModelServer } from './testing/model-server';

describeKilledInstalls(Array.from({ length: 20 }, (_, index) => index + 1));

describe('npm run models -- auto', () => {
  (canMount() ? it : it.skip)('continues once a full disk has space again', async () => {
    const directory = mkdtempSync(join(tmpdir(), 'ringwell-models-'));
    const mountPoint = mkdtempSync(join(tmpdir(), 'ringwell-disk-'));
    const disk = new SmallDisk(mountPoint, 16_384);
    const server = new ModelServer();
    await server.start();
    const runner = await ModelProcess.start(directory);
    try {
      const content = randomBytes(3_000_000);
      server.files.set('/someone/Notes/resolve/main/notes.gguf', content);
      const notes: TestModel = {
        name: 'notes',
        title: 'Notes',
        purpose: 'notes',
        languages: ['*'],
        rank: 1,
        license: 'MIT',
        diskBytes: 0, // too small, so only writing detects the full disk
        memoryMb: 1,
        sources: [
          {
            publisher: 'https://publisher.invalid',
            release: 'someone/Notes/resolve/main',
            file: 'notes.gguf',
            bytes: 1,
            sha256: sha256(content),
            contents: { 'model.gguf': '' },
          },
        ],
      };
      const folder = join(mountPoint, 'models');
      const room = { memoryMb: 1_000, diskBytes: 1e12 };
      disk.fillUp();
      const autoRun = runner.run({ catalog: [notes], folder, mirror: server.url, room }, ['auto']);
      while (server.ranges.length < 6) await sleep(20);
      disk.empty();
      const { code, output } = await autoRun;
      expect(code).toBe(0);
      expect(output.match(/free up space/g)).toHaveLength(1);
      expect(readFileSync(join(folder, 'notes/model.gguf')).equals(content)).toBe(true);
    } finally {
      await runner.kill();
      server.stop();
      disk.remove();
      for (const path of [directory, mountPoint]) rmSync(path, { recursive: true, force: true });
    }
  });
});
