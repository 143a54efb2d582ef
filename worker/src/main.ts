import 'reflect-metadata';
import { explainFailure, WORKER_LISTEN_SETTINGS } from '@ringwell/database/explain-failure';
import { loadWorkerConfig } from '@ringwell/platform/config/load-config';

// Checks the settings before loading the program, which takes seconds.
async function main(): Promise<void> {
  const config = loadWorkerConfig();
  const { runWorker } = await import('./run-worker.js');
  await runWorker(config);
}

main().catch((error: unknown) => {
  process.stderr.write(`${explainFailure(error, WORKER_LISTEN_SETTINGS)}\n`);
  process.exit(1);
});
