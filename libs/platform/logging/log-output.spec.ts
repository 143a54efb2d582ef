import { execFileSync } from 'node:child_process';
import { closeSync, constants, openSync, readSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

import { temporaryDirectory } from '@ringwell/testing/temporary-directory';

import { createLogger } from './create-logger';
import { LogOutput } from './log-output';

const folder = temporaryDirectory();

describe('LogOutput', () => {
  it('drops lines while writing fails, then reports how many', async () => {
    const pipe = join(folder, 'pipe');
    execFileSync('mkfifo', [pipe]);
    let reader = openSync(pipe, constants.O_RDONLY | constants.O_NONBLOCK);
    const fd = openSync(pipe, constants.O_WRONLY | constants.O_NONBLOCK);
    const logger = createLogger({ service: 'api', level: 'info', output: new LogOutput(fd) });
    closeSync(reader); // every write fails with EPIPE
    logger.info('first');
    await sleep(150);
    logger.info('second');
    await sleep(150);
    reader = openSync(pipe, constants.O_RDONLY | constants.O_NONBLOCK);
    logger.info('third');
    const buffer = Buffer.alloc(10_000);
    let text = '';
    for (const deadline = Date.now() + 10_000; !text.includes('lines were lost') && Date.now() < deadline;) {
      await sleep(20);
      text += buffer.toString('utf8', 0, readAvailable(reader, buffer));
    }
    expect(
      text
        .trim()
        .split('\n')
        .map((line) => JSON.parse(line) as unknown),
    ).toMatchObject([
      { msg: 'third' },
      { level: 'warn', msg: 'log: lines were lost because they could not be written', lostLines: 2 },
    ]);
    closeSync(reader);
    closeSync(fd);
  });
});

function readAvailable(fd: number, buffer: Buffer): number {
  try {
    return readSync(fd, buffer);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EAGAIN') return 0;
    throw error;
  }
}
