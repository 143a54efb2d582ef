import type { ProviderReply } from '@ringwell/testing/fake-http-provider';

import { FaultWorld } from './fault-world';
import { figure, secondsSince } from './figures';
import { SAID } from './short-call';

let world: FaultWorld;

afterEach(() => world.stop());

it('4: a worker is killed with 20 calls running: they run again elsewhere, and no finished step is repeated', async () => {
  world = await FaultWorld.start({ workers: 0, accounts: 4, env: { WORKER_SLOTS: '20' } });
  // The first ten recordings are heard at once; the others hang, so that the worker dies between and within steps.
  let heard = 0;
  world.provider.reply = (): ProviderReply => {
    heard += 1;
    return heard > 10 ? 'hang' : SAID;
  };
  const doomed = await world.system.startWorker();
  await world.uploadMany(20);
  await world.until('the calls run', async () => heard >= 20 && (await world.count('transcripts')) >= 10);
  world.processIds();
  const saved = await world.count('transcripts');
  const again = (): number => world.provider.requests.length - heard;
  await doomed.stop('SIGKILL');
  const killedAt = performance.now();
  const underWay = await world.count(`deliveries where state in ('sending', 'verifying')`); // nobody can say whether these have arrived
  world.provider.reply = () => SAID;
  await world.system.startWorker();
  await world.until('a call runs again', async () => (await world.count('calls where attempts = 2')) > 0);
  figure({
    row: 4,
    what: 'calls of a killed worker run again after',
    measured: secondsSince(killedAt),
    limit: 25,
    unit: 's',
    isTime: true,
  });
  const { lost, doubled } = await world.expectWhole({ timeoutMs: 180_000, doublesAllowed: underWay });
  figure({
    row: 4,
    what: `transcriptions repeated although saved (${saved} saved)`,
    measured: again() - (20 - saved),
    limit: 0,
    unit: '',
  });
  figure({ row: 4, what: 'calls lost', measured: lost, limit: 0, unit: '' });
  figure({
    row: 4,
    what: `messages that arrived twice, under the same id, of ${underWay} under way`,
    measured: doubled,
    limit: underWay,
    unit: '',
  });
}, 300_000);

it('5: a call whose worker dies five times fails visibly, and the others go on', async () => {
  world = await FaultWorld.start({ workers: 0, accounts: 2 });
  world.provider.reply = () => 'hang';
  const [cursed] = [await world.upload(world.accounts[0] as (typeof world.accounts)[number])];
  for (let life = 1; life <= 5; life += 1) {
    const worker = await world.system.startWorker();
    await world.until(`try ${life}`, async () => {
      await world.query(`update calls set run_after = now() where state = 'queued' and run_after > now()`); // the pauses between tries need not be waited for
      return (await world.count(`calls where attempts = $1 and state = 'running'`, [life])) === 1;
    });
    world.processIds();
    await worker.stop('SIGKILL');
  }
  world.provider.reply = () => SAID;
  await world.system.startWorker();
  const others = await world.uploadMany(4);
  expect(others.every(({ status }) => status === 202)).toBe(true);
  await world.settle(180_000);
  const [account] = world.accounts as [(typeof world.accounts)[number]];
  const error = { code: 'WORKER_LOST', message: expect.stringContaining('interrupted 5 times') as string };
  expect(await world.system.call(account, cursed?.id ?? '')).toMatchObject({ state: 'failed', attempts: 5, error });
  const told = world.system.workers
    .flatMap(({ log }) => log)
    .filter((line) => line.includes('reaper: recovered expired leases') && line.includes('"failed":1'));
  figure({ row: 5, what: 'warnings of it in the log', measured: told.length, limit: 1, atLeast: true, unit: '' });
  const { lost } = await world.expectWhole({ completed: 4 });
  figure({
    row: 5,
    what: 'calls lost of 5, one of which killed its worker five times',
    measured: lost,
    limit: 0,
    unit: '',
  });
}, 600_000);
