// npm run test:slow [-- PATH …]: runs the tests that are too slow to run on every change.
import { runStages } from './lib/stages/run-stages.mjs';
import { SLOW_STAGES } from './lib/stages/stages.mjs';

await runStages(SLOW_STAGES, process.argv.slice(2));
