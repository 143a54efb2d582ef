import { execFile } from 'node:child_process';
import { promisify } from 'node:util';

import { TEST_KEY, TEST_SESSION_KEY } from './test-keys';
import { COMPILE_CACHE } from './test-process';
import { testSettings } from './test-settings';

export interface ExitResult {
  code: number;
  stdout: string;
  stderr: string;
}

const TIMEOUT_MS = 120_000;

/** Runs a built program until it exits, with none of its required settings except Redis and the keys. */
export async function runToEnd(script: string, env: Record<string, string>, args: string[] = []): Promise<ExitResult> {
  const settings = {
    PATH: process.env['PATH'],
    NODE_COMPILE_CACHE: COMPILE_CACHE,
    REDIS_URL: testSettings().redisUrl,
    SECRETS_KEY: TEST_KEY,
    SESSION_KEY: TEST_SESSION_KEY,
    ...env,
  };
  return promisify(execFile)(process.execPath, [script, ...args], { env: settings, timeout: TIMEOUT_MS }).then(
    ({ stdout, stderr }) => ({ code: 0, stdout, stderr }),
    (error: ExitResult) => error,
  );
}
