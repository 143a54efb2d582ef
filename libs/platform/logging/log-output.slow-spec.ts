import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';

import { temporaryDirectory } from '@ringwell/testing/temporary-directory';

const run = promisify(execFile);
const folder = temporaryDirectory();

// Runs a script with a logger in its own process. The shell redirects its standard output.
async function runLoggingScript(script: string, shell: string): Promise<string> {
  const program = `
    process.on('SIGXFSZ', () => undefined); // beyond the limit of \`ulimit -f\` a write then fails, as on a full disk
    const { setTimeout: sleep } = require('node:timers/promises');
    const { createLogger } = require('./dist/libs/platform/logging/create-logger');
    const logger = createLogger({ service: 'api', level: 'info' });
    (async () => { ${script} })();`;
  return (await run('/bin/sh', ['-c', shell, process.execPath, '-e', program], { timeout: 120_000 })).stderr;
}

describe('process log', () => {
  it('does not end the process or delay its exit when writing fails', async () => {
    const script = `for (let line = 0; line < 20; line += 1) { logger.info('line'); await sleep(25); } console.error('still running');`;
    expect(await runLoggingScript(script, 'exec "$0" "$@" >/dev/full')).toBe('still running\n');
  });

  it('contains every line when the process exits immediately', async () => {
    const file = join(folder, 'whole.log');
    await runLoggingScript(
      `for (let line = 0; line < 500; line += 1) logger.info({ line }, 'x'.repeat(100)); process.exit(0);`,
      `exec "$0" "$@" >${file}`,
    );
    expect(readMessages(file)).toHaveLength(500);
  });

  it('starts a new line after a line cut off by a full disk', async () => {
    const file = join(folder, 'cut-off.log');
    await runLoggingScript(
      `logger.info('x'.repeat(3_000)); await sleep(300); require('node:fs').truncateSync('${file}', 0); logger.info('after'); await sleep(300);`,
      `ulimit -f 1; exec "$0" "$@" >>${file}`,
    );
    expect(readMessages(file)).toEqual(['after', 'log: lines were lost because they could not be written']);
  });
});

function readMessages(file: string): string[] {
  return readFileSync(file, 'utf8')
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => (JSON.parse(line) as { msg: string }).msg);
}
