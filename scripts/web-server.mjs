// node scripts/web-server.mjs API_URL PORT: runs Vite for the web app until SIGTERM; started by `npm run dev`.
import { join } from 'node:path';

import { createServer } from 'vite';

import { ROOT } from './lib/paths.mjs';

const [apiUrl = '', port] = process.argv.slice(2);
const server = await createServer({
  configFile: join(ROOT, 'web/vite.config.mts'),
  clearScreen: false,
  server: { port: Number(port), strictPort: true, proxy: { '/api': apiUrl } },
});
await server.listen();
