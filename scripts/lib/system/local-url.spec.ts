import { execFile } from 'node:child_process';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { resolve } from 'node:path';
import { promisify } from 'node:util';

async function getLocalUrl(port: number, host: string): Promise<string> {
  const script = `
    import { localUrl } from ${JSON.stringify(resolve(__dirname, 'local-url.mjs'))};
    process.stdout.write(localUrl(${port}, process.env.HOST));`;
  const { stdout } = await promisify(execFile)(process.execPath, ['--input-type=module', '-e', script], {
    env: { HOST: host },
  });
  return stdout;
}

it.each(['', '0.0.0.0', '::', '127.0.0.1', '127.0.0.2', '::1'])(
  'npm start reaches an api listening on HOST=%s',
  async (host) => {
    const server = createServer((_request, response) => response.end('here'));
    await new Promise<void>((resolve) => {
      if (host) server.listen(0, host, resolve);
      else server.listen(0, resolve);
    });
    const { port } = server.address() as AddressInfo;
    expect(await (await fetch(await getLocalUrl(port, host))).text()).toBe('here');
    server.close();
  },
);
