import 'reflect-metadata';
import { explainFailure } from '@ringwell/database/explain-failure';
import { loadConfig } from '@ringwell/platform/config/load-config';

// Checks the settings before loading the app, which takes seconds.
async function main(): Promise<void> {
  const config = loadConfig();
  const { runApi } = await import('./run-api.js');
  await runApi(config);
}

main().catch((error: unknown) => {
  process.stderr.write(`${explainFailure(error)}\n`);
  process.exit(1);
});
