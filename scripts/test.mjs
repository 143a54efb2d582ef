// npm test [-- PATH …]: installs what the tests need, and runs everything that CI runs, or only the tests below some
// paths.
import { runStages } from './lib/stages/run-stages.mjs';
import { ALL_STAGES, stagesFor } from './lib/stages/stages.mjs';

const args = process.argv.slice(2);
await runStages(args.length > 0 ? stagesFor(args) : ALL_STAGES, args);
