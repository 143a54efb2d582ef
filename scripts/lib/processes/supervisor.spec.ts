import { execFile } from 'node:child_process';
import { resolve } from 'node:path';
import { promisify } from 'node:util';

/** Runs steps with a supervisor whose children and launches end when the steps say so. Returns what it printed. */
async function supervise(steps: string): Promise<string> {
  const script = `
    import { setImmediate as settle } from 'node:timers/promises';
    import { Supervisor } from ${JSON.stringify(resolve(__dirname, 'supervisor.mjs'))};
    const children = [];
    let launching;
    const launch = async () => {
      const child = { stop: async () => child.exit('signal SIGTERM') };
      child.exited = new Promise((resolve) => (child.exit = resolve));
      children.push(child);
      await launching;
      return child;
    };
    const supervisor = new Supervisor({ title: 'The api', logFile: '/api.log', launch, stopTimeoutMs: 0 });
    await supervisor.start(new AbortController().signal);
    supervisor.markReady();
    ${steps}
    await supervisor.stop();`;
  const { stdout } = await promisify(execFile)(process.execPath, ['--input-type=module', '-e', script]);
  return stdout;
}

it('replaces a child without a warning on restart, and with one after an unexpected exit', async () => {
  const output = await supervise(`
    await supervisor.restart();
    await settle();
    console.log(children.length + ' launched');
    children.at(-1).exit('exit code 1');
    await settle();`);
  expect(output).toMatch(/^2 launched\nThe api exited unexpectedly \(exit code 1; .*\): restarting in 1 s\.\n$/);
});

it('replaces a child that was being launched when a restart was requested', async () => {
  const output = await supervise(`
    let finishLaunch;
    launching = new Promise((resolve) => (finishLaunch = resolve));
    await supervisor.restart();
    await settle();
    await supervisor.restart();
    finishLaunch();
    await settle();
    console.log(children.length + ' launched');
    children.at(-1).exit('exit code 1');
    await settle();`);
  expect(output).toMatch(/^3 launched\nThe api exited unexpectedly \(exit code 1; .*\): restarting in 1 s\.\n$/);
});

it('replaces a child immediately if a restart is requested during the delay after an unexpected exit', async () => {
  const output = await supervise(`
    children.at(-1).exit('exit code 1');
    await settle();
    await supervisor.restart();
    await settle();
    console.log(children.length + ' launched');`);
  expect(output).toMatch(/^The api exited unexpectedly .*: restarting in 1 s\.\n2 launched\n$/);
});
