// npm run dev: runs the same system as npm start, but serves the web app through Vite, which shows changes immediately.
// Changes to api or worker are compiled and restart both processes.
import { startDevServer } from './lib/system/dev-server.mjs';
import { runSystem } from './lib/system/system.mjs';
import { restartOnChange } from './lib/system/watch.mjs';
import { bold, print } from './lib/terminal.mjs';

await runSystem({
  whileRunning: async ({ services, url, onStop }, signal) => {
    const web = await startDevServer(url, signal, onStop);
    restartOnChange(services, signal);
    print(`Watching source files. Web app with live reload: ${bold(web)}`);
  },
});
