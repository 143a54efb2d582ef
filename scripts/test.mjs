// npm test [-- PATH …]: installs what the tests need and runs everything that CI runs, or only the tests under some paths.
import './lib/node-version.mjs';

import { runStages } from './lib/run-stages.mjs';
import { ALL_STAGES, stagesFor } from './lib/stages.mjs';

const args = process.argv.slice(2);
await runStages(args.length > 0 ? stagesFor(args) : ALL_STAGES, args);
