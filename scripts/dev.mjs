// npm run dev: the same system as npm start, and the web app from Vite, which shows a change at once. When a source of api or
// worker changes, it is compiled and both start anew.
import './lib/node-version.mjs';

import { runSystem } from './lib/system.mjs';
import { bold, say } from './lib/terminal.mjs';
import { restartOnChange } from './lib/watch.mjs';
import { startWebServer } from './lib/web-server.mjs';

await runSystem({
  whileRunning: async ({ services, url, onStop }, signal) => {
    const web = await startWebServer(url, signal, onStop);
    restartOnChange(services, signal);
    say(`Watching the sources. The web app with every change: ${bold(web)}`);
  },
});
