import { spawnSync } from 'node:child_process';
import { resolve } from 'node:path';

it('stops immediately on a second request, even if the clock was set back after the first', () => {
  const script = `
    import { onStopRequest } from ${JSON.stringify(resolve(__dirname, 'stop-signal.mjs'))};
    onStopRequest(() => process.exit(7));
    process.kill(process.pid, 'SIGINT');
    setTimeout(() => {
      Date.now = () => 0;
      process.kill(process.pid, 'SIGINT');
      setTimeout(() => undefined, 100);
    }, 600);`;
  expect(spawnSync(process.execPath, ['--input-type=module', '-e', script]).status).toBe(7);
});
