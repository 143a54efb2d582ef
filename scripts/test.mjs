// npm test [-- PATH …] [--slowest]: installs what the tests need and runs everything that CI runs, or just the tests
// under the given paths. `--slowest` lists the files that took the longest.
import { runStages } from './lib/stages/run-stages.mjs';
import { ALL_STAGES, selectStages } from './lib/stages/stages.mjs';

const SHOW_SLOWEST = '--slowest';

const args = process.argv.slice(2).filter((arg) => arg !== SHOW_SLOWEST);
await runStages(args.length > 0 ? selectStages(args) : ALL_STAGES, args, process.argv.includes(SHOW_SLOWEST));
