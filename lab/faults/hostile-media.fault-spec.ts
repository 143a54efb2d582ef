import { rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { join } from 'node:path';

import { AppError } from '@ringwell/domain/errors/app-error';
import { useChildProcesses } from '@ringwell/testing/child-processes';
import {
  damageFile,
  makeBombs,
  makeContainers,
  makePlaylists,
  type HostileFile,
} from '@ringwell/testing/hostile-media';
import { listenLocally } from '@ringwell/testing/local-server';

import { useDecoder } from '../../worker/src/audio/testing/use-decoder';
import { seededRandom } from '../analyst/measurement/corruption';
import { recordMetric } from './metrics';

const SEED = 20_261_124;
const DAMAGED_FILE_COUNT = 25;
const MAX_SECONDS = 600;
// 256 MB of data plus the program with its libraries.
const MAX_MEMORY_MB = 320;
const TOOLS = ['ffmpeg', 'ffprobe', 'prlimit', 'unshare'];

const decoder = useDecoder();
const childProcesses = useChildProcesses();
let containers: Map<string, Buffer>;
beforeAll(async () => {
  containers = await makeContainers(decoder.directory);
});

/** Decodes files as a worker does. @returns how many became recordings, and how the others were rejected */
async function decodeAll(
  kind: string,
  files: readonly HostileFile[],
): Promise<{ decodedCount: number; rejections: string[] }> {
  const rejections: string[] = [];
  let decodedCount = 0;
  const peakBytes = await childProcesses.measurePeakMemory(async () => {
    for (const { name, content } of files) {
      const path = join(decoder.directory, 'call.mp3');
      await writeFile(path, content);
      try {
        const { audio } = await decoder.decode(path, { maxDurationSeconds: MAX_SECONDS });
        expect(audio.durationSeconds).toBeLessThanOrEqual(MAX_SECONDS);
        decodedCount += 1;
      } catch (error) {
        if (!(error instanceof AppError)) throw new Error(`${kind}, ${name}, seed ${SEED}`, { cause: error });
        expect({ kind, name, retryable: error.retryable }).toEqual({ kind, name, retryable: false });
        rejections.push(error.code);
      }
      expect(childProcesses.listNames().filter((child) => TOOLS.includes(child))).toEqual([]);
      await rm(decoder.workDir, { recursive: true, force: true });
    }
  });
  recordMetric({
    row: 21,
    name: `hostile ${kind}: peak memory (${files.length} files, ${rejections.length} rejected)`,
    measured: Math.round(peakBytes / 1_048_576),
    limit: MAX_MEMORY_MB,
    unit: 'MB',
  });
  return { decodedCount, rejections };
}

it.each(['mp3', 'wav', 'm4a', 'ogg', 'flac', 'aac', 'webm', 'wma', 'amr', 'aiff'])(
  '21: reads or rejects damaged recordings within the limits without leaving processes behind: %s',
  async (extension) => {
    const validFile = containers.get(extension) ?? Buffer.alloc(0);
    const random = seededRandom(SEED + extension.charCodeAt(0) * 256 + extension.charCodeAt(1));
    const files = Array.from({ length: DAMAGED_FILE_COUNT }, (_, index) => ({
      name: `damaged ${index}`,
      content: damageFile(validFile, random),
    }));
    const { decodedCount } = await decodeAll(extension, [{ name: 'valid', content: validFile }, ...files]);
    if (extension === 'aiff') expect(decodedCount).toBe(0);
    else expect(decodedCount).toBeGreaterThan(0);
  },
  300_000,
);

it('21: reads or rejects endless, nested and oversized structures within the limits', async () => {
  for (const file of await makeBombs(decoder.directory, containers)) await decodeAll(file.name, [file]);
}, 300_000);

it('21: rejects playlists without opening their entries', async () => {
  let connections = 0;
  const server = createServer((socket) => {
    connections += 1;
    socket.destroy();
  });
  const port = await listenLocally(server);
  try {
    const playlists = makePlaylists(`http://127.0.0.1:${port}/a.mp3`);
    expect((await decodeAll('playlists', playlists)).decodedCount).toBe(0);
    expect(connections).toBe(0);
  } finally {
    server.close();
  }
}, 60_000);
