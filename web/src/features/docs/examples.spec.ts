import { runInNewContext } from 'node:vm';

import { nodeExample } from './examples';

it.each([
  ['stops', 503, { message: 'Please try again in a moment.' }, 'Please try again in a moment.'],
  ['shows the result', 200, { state: 'completed', result: { label: 'Positive', summary: 'Hi.' } }, 'Positive Hi.'],
])('the example for Node polls, then %s when the last response is %i', async (_outcome, status, body, expected) => {
  const responses = [
    Response.json({ id: 'call-1', state: 'completed' }, { status: 202 }),
    Response.json({ id: 'call-1', state: 'completed', isWriting: true }),
    Response.json(body, { status }),
  ];
  const log = jest.fn<undefined, [string, string]>();
  const program = nodeExample('').replace(/^import .*$/gm, '');
  const run = runInNewContext(`(async () => {${program}})()`, {
    FormData,
    process,
    console: { log },
    openAsBlob: () => new Blob(),
    sleep: () => undefined,
    fetch: () => responses.shift(),
  }) as Promise<void>;
  const output = await run.then(
    () => log.mock.lastCall?.join(' '),
    ({ message }: Error) => message,
  );
  expect(output).toBe(expected);
});
