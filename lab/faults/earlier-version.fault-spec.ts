import { hashPassword } from '@ringwell/platform/crypto/password';
import { SessionClient } from '@ringwell/testing/session-client';
import { temporaryDirectory } from '@ringwell/testing/temporary-directory';

import { buildEarlierVersion, HAS_EARLIER_VERSION } from './earlier-version';
import { FaultWorld } from './fault-world';

const CURRENT_CLONE = '.';
const CALLS = 20;
const itWithEarlierVersion = HAS_EARLIER_VERSION ? it : it.skip;
const PASSWORD = 'sunny harbor walks 12';

const folder = temporaryDirectory();
let earlierClone: string;
let world: FaultWorld;

beforeAll(() => {
  earlierClone = buildEarlierVersion(folder);
}, 300_000);

beforeEach(async () => {
  world = await FaultWorld.start({ workers: 0 });
  await world.system.api.stop();
});

afterEach(() => world.stop());

/**
 * Starts a worker and an API, which receives all later requests.
 * @returns a function that stops both, as an update does
 */
async function startSystem(clone: string): Promise<() => Promise<void>> {
  world.system.clone = clone;
  await world.system.startApi();
  const { api } = world.system;
  const worker = await world.system.startWorker();
  return async () => {
    await Promise.all([worker.stop(), api.stop()]);
    expect([...worker.log, ...api.log].filter((line) => /"level":"(error|fatal)"/.test(line))).toEqual([]);
  };
}

async function upload(): Promise<void> {
  const outcomes = await world.uploadMany(CALLS);
  expect(outcomes.map(({ status }) => status)).toEqual(outcomes.map(() => 202));
}

async function signIn(): Promise<SessionClient> {
  const { user } = world.account();
  await world.query('update users set password_hash = $2 where id = $1', [user.id, await hashPassword(PASSWORD)]);
  const { url } = world.system;
  const response = await fetch(`${url}/api/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', origin: url },
    body: JSON.stringify({ email: user.email, password: PASSWORD }),
  });
  expect(response.status).toBe(200);
  return new SessionClient(
    url,
    response.headers
      .getSetCookie()
      .map((cookie) => cookie.split(';')[0])
      .join('; '),
  );
}

/** Requests every GET route that doesn't take an ID. @returns the routes that failed */
async function findFailedReads(): Promise<string[]> {
  const session = await signIn();
  const { body } = await session.get<{ paths: Record<string, { get?: object }> }>('/api/openapi.json');
  const paths = Object.keys(body.paths).filter((path) => body.paths[path]?.get && !path.includes('{'));
  expect(paths.length).toBeGreaterThan(40);
  const failedReads = [];
  for (const path of paths) {
    const { status } = await session.get(path);
    if (status >= 500 && status !== 503) failedReads.push(`${path} ${status}`);
  }
  return failedReads;
}

itWithEarlierVersion(
  "runs the earlier version with this version's schema and calls",
  async () => {
    const stopCurrent = await startSystem(CURRENT_CLONE);
    await upload();
    await world.waitUntilIdle();
    await stopCurrent();

    const stopEarlier = await startSystem(earlierClone);
    await upload();
    await world.submitLink(world.account());
    expect(await findFailedReads()).toEqual([]);
    await world.assertInvariants();
    // Created by this version, because it's the first of the account that signs in.
    const id = world.acknowledged.find(({ account }) => account === world.account())?.id ?? '';
    const session = await signIn();
    expect((await session.put(`/api/calls/${id}/correction`, { sentiment: 'positive' })).status).toBe(200);
    expect((await session.get(`/api/calls/${id}/audio`)).status).toBe(200);
    await world.waitUntilIdle(); // waits for the webhook about the correction
    await stopEarlier();
  },
  300_000,
);

itWithEarlierVersion(
  'runs the earlier version alongside this version during an update',
  async () => {
    const stopEarlier = await startSystem(earlierClone);
    const firstUpload = upload();
    await world.waitUntil('calls are running', () => world.sampler.maxActive.size > 0);
    const stopCurrent = await startSystem(CURRENT_CLONE);
    const secondUpload = upload();
    await firstUpload;
    expect(await findFailedReads()).toEqual([]);
    await stopEarlier();
    await secondUpload;
    const stopRestarted = await startSystem(earlierClone);
    const thirdUpload = upload();
    await stopCurrent();
    await thirdUpload;
    await world.assertInvariants();
    await stopRestarted();
  },
  300_000,
);
