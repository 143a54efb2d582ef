import { createServer } from 'node:http';

import { listenLocally } from '@ringwell/testing/local-server';

import { LocalOllamaService } from './local-ollama.service';

let tagsBody: string | null = null;
const server = createServer((request, response) => {
  if (request.url === '/api/tags' && tagsBody !== null) response.end(tagsBody);
  else if (request.url !== '/api/tags') response.writeHead(404).end();
});
let url: string;
beforeAll(async () => {
  url = `http://127.0.0.1:${await listenLocally(server)}`;
});
afterAll(() => {
  server.closeAllConnections();
  server.close();
});

it("offers a local Ollama's models while it responds", async () => {
  const ollama = new LocalOllamaService({ isEnabled: true, url });
  tagsBody = JSON.stringify({ models: [{ name: 'qwen3:4b', size: 1 }, { name: 'gemma4:12b' }] });
  await ollama.check();
  expect(ollama.note).toContain('ANALYSIS_BASE_URL=http://localhost:11434/v1');
  expect(ollama.note).toContain('(qwen3:4b, gemma4:12b)');
  tagsBody = '<html>Something else</html>';
  await ollama.check();
  expect(ollama.note).toBeNull();
});

it.each(['{"models":[]}', '{"models":[{"name":"x\\n<script>"}]}', '[]'])(
  'offers no models for %s',
  async (response) => {
    const ollama = new LocalOllamaService({ isEnabled: true, url });
    tagsBody = response;
    await ollama.check();
    expect(ollama.note).toBeNull();
  },
);

it('does not make requests if another writer is configured, and does not delay shutdown', async () => {
  let requestCount = 0;
  server.on('request', () => (requestCount += 1));
  tagsBody = null;
  const disabledService = new LocalOllamaService({ isEnabled: false, url });
  disabledService.onApplicationBootstrap();
  await disabledService.onModuleDestroy();
  expect(requestCount).toBe(0);
  const hangingService = new LocalOllamaService({ isEnabled: true, url });
  hangingService.onApplicationBootstrap();
  while (requestCount === 0) await new Promise(setImmediate);
  await hangingService.onModuleDestroy();
  expect(hangingService.note).toBeNull();
});
