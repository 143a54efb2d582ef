import { runChild } from './child-process';

const { signal } = new AbortController();

it('gives a program PATH and the language, and nothing else of the environment of this process', async () => {
  const { stdout } = await runChild({ command: 'env', args: [], signal });
  expect(stdout.trim().split('\n').map((line) => line.split('=')[0]).sort()).toEqual(['LC_ALL', 'PATH']);
});
