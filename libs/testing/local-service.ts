import type { AddressInfo } from 'node:net';

import { loadConfig, loadWorkerConfig } from '@ringwell/platform/config/load-config';
import { createLogger, type Logger } from '@ringwell/platform/logging/create-logger';

import { createApp } from '../../api/src/create-app';
import { shutDown } from '../../api/src/shutdown';
import { CallRunService } from '../../worker/src/calls/call-run.service';
import { closeWorker, createWorker } from '../../worker/src/create-worker';
import { DeliverySenderService } from '../../worker/src/deliveries/delivery-sender.service';
import './quick-password-hashing';
import { waitForLine, type TestService } from './test-process';

const FINISH_WITHIN_MS = 1_000;

/**
 * An API or a worker in the test's process, created as in `run-api.ts` and `run-worker.ts` but without their signal
 * handlers and user account.
 */
class LocalService implements TestService {
  private closing?: Promise<void>;

  constructor(
    readonly log: string[],
    private readonly close: () => Promise<void>,
    private readonly interrupt: () => void = () => undefined,
  ) {}

  waitForLog(text: string, timeoutMs?: number): Promise<string> {
    return waitForLine(text, this.log, { hasEnded: () => this.closing !== undefined, timeoutMs });
  }

  stop(): Promise<void> {
    this.closing ??= this.close();
    return this.closing;
  }

  kill(): Promise<void> {
    if (this.closing === undefined) this.interrupt();
    return this.stop();
  }
}

/** Starts an API. Only one can run in a process at a time, because APIs share passport and therefore token lookups. */
export async function startLocalApi(env: Record<string, string>): Promise<{ service: TestService; url: string }> {
  const config = loadConfig(env);
  const log: string[] = [];
  const app = await createApp(config, createArrayLogger(log, 'api', config.LOG_LEVEL));
  await app.listen(0, '127.0.0.1');
  const { port } = app.getHttpServer().address() as AddressInfo;
  return { service: new LocalService(log, () => shutDown(app, FINISH_WITHIN_MS)), url: `http://127.0.0.1:${port}` };
}

export async function startLocalWorker(env: Record<string, string>): Promise<TestService> {
  const config = loadWorkerConfig(env);
  const log: string[] = [];
  const app = await createWorker(config, createArrayLogger(log, 'worker', config.LOG_LEVEL));
  const interrupt = (): void => {
    app.get(CallRunService).stopAll();
    app.get(DeliverySenderService).stopAll();
  };
  return new LocalService(log, () => closeWorker(app), interrupt);
}

function createArrayLogger(log: string[], service: string, level: Parameters<typeof createLogger>[0]['level']): Logger {
  const write = (line: string): void => {
    log.push(line.trimEnd());
  };
  return createLogger({ service, level, output: { write } });
}
