import { runChild } from './child-process';

const { signal } = new AbortController();

it("passes only PATH and the locale of this process's environment", async () => {
  const { stdout } = await runChild({ command: 'env', args: [], signal });
  expect(
    stdout
      .trim()
      .split('\n')
      .map((line) => line.split('=')[0])
      .sort(),
  ).toEqual(['LC_ALL', 'PATH']);
});

it('rejects with ENOENT when the program is missing, with a memory limit and without', async () => {
  const missing = { command: 'program-that-is-not-there', args: [], signal };
  await expect(runChild(missing)).rejects.toMatchObject({ code: 'ENOENT' });
  await expect(runChild({ ...missing, maxMemoryBytes: 268_435_456 })).rejects.toMatchObject({ code: 'ENOENT' });
});

it('enforces the memory limit', async () => {
  const args = ['-e', 'console.log("started"); Buffer.alloc(2_000_000_000, 1); console.log("took it")'];
  const { exitCode, exitSignal, stdout } = await runChild({
    command: process.execPath,
    args,
    signal,
    maxMemoryBytes: 1_000_000_000,
  });
  expect({ isWell: exitCode === 0 && exitSignal === null, stdout }).toEqual({ isWell: false, stdout: 'started\n' });
});
