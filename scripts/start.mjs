// npm start: installs and starts everything a system needs on a machine with Node.js, and runs until Ctrl+C.
import { runSystem } from './lib/system/system.mjs';

await runSystem({ installsModels: true });
