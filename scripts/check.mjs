// npm run check: the fast half of npm test.
import './lib/node-version.mjs';

import { runStages } from './lib/run-stages.mjs';
import { FAST_STAGES } from './lib/stages.mjs';

await runStages(FAST_STAGES);
