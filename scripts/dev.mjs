// npm run dev: the same system as npm start; when a source changes, it is compiled and api and worker start anew.
import './lib/node-version.mjs';
import { runSystem } from './lib/system.mjs';
import { restartOnChange } from './lib/watch.mjs';

await runSystem({ whileRunning: restartOnChange });
