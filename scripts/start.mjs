// npm start: everything a running system needs on a machine that has only Node, then api and worker until Ctrl+C.
import './lib/node-version.mjs';

import { runSystem } from './lib/system.mjs';

await runSystem();
