// npm run check: runs the fast stages of npm test.
import { runStages } from './lib/stages/run-stages.mjs';
import { FAST_STAGES } from './lib/stages/stages.mjs';

await runStages(FAST_STAGES);
