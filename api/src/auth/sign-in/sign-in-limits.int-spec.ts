import { hashPassword } from '@ringwell/platform/crypto/password';
import { makeAccount } from '@ringwell/testing/make-account';
import { startApi, type TestApi } from '@ringwell/testing/start-api';
import { createTestDatabase, type TestDatabase } from '@ringwell/testing/test-database';

const PASSWORD = 'four quiet copper kettles';
const GUESSES = 100;
/** Enough at once to be quick, and few enough to leave Redis its time to answer. */
const AT_ONCE = 10;

describe('guesses at one password from many network addresses', () => {
  let database: TestDatabase;
  let api: TestApi;
  let passwordHash: string;

  beforeAll(async () => {
    database = await createTestDatabase();
    api = await startApi(database.url, { TRUST_PROXY: '1', RATE_LIMIT_TIGHT_FACTOR: '1' });
    passwordHash = await hashPassword(PASSWORD);
  });
  afterAll(async () => {
    await api.stop();
    await database.drop();
  });

  const signIn = (email: string, address: string, password: string): Promise<Response> =>
    fetch(`${api.url}/api/login`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-forwarded-for': address },
      body: JSON.stringify({ email, password }),
    });
  /** @param network two numbers of it, so that tests do not share addresses */
  async function guess(email: string, network: string): Promise<number[]> {
    const statuses: number[] = [];
    while (statuses.length < GUESSES) {
      const answers = await Promise.all(
        Array.from({ length: AT_ONCE }, (_, n) => signIn(email, `${network}.${statuses.length + n}.1`, 'guess')),
      );
      statuses.push(...answers.map(({ status }) => status));
    }
    return statuses;
  }
  const refused = Array.from({ length: GUESSES }, () => 401);

  it('end after a hundred in an hour, and keep the owner out of no network that they have signed in from lately', async () => {
    const { user } = await makeAccount(database.dataSource, { user: { passwordHash } });
    const email = user.email ?? '';
    expect((await signIn(email, '198.51.100.7', PASSWORD)).status).toBe(200);
    expect((await signIn(email, '2001:db8:1:2::1', PASSWORD)).status).toBe(200);
    await database.dataSource.query(
      `insert into activity_logs (user_id, action, description, ip_address, created_at) values ($1, 'Signed in', '', '198.51.100.8', now() - interval '31 days')`,
      [user.id],
    );
    await database.dataSource.query(
      `insert into activity_logs (user_id, action, description, ip_address) values ($1, 'Signed out', '', '198.51.100.9')`,
      [user.id],
    );

    // The owner's two attempts were counted, too, as they came from new networks then.
    expect((await guess(email, '10.1')).sort()).toEqual([...refused.slice(2), 429, 429]);
    const answer = await signIn(email.toUpperCase(), '203.0.113.9', PASSWORD);
    expect({ status: answer.status, wait: Number(answer.headers.get('retry-after')) > 900 }).toEqual({
      status: 429,
      wait: true,
    });
    expect(await answer.json()).toMatchObject({
      code: 'RATE_LIMITED',
      message: expect.stringMatching(
        /^Too many attempts to sign in with this e-mail address\. Please try again in \d+ minutes\.$/,
      ) as string,
    });
    for (const known of ['198.51.100.7', '2001:db8:1:2:ffff::9'])
      expect((await signIn(email, known, PASSWORD)).status).toBe(200);
    for (const unknown of ['198.51.100.8', '198.51.100.9', '2001:db8:1:3::1'])
      expect((await signIn(email, unknown, PASSWORD)).status).toBe(429);
  });

  it('end in the same way when there is nobody of that address', async () => {
    expect(await guess('nobody@example.com', '10.2')).toEqual(refused);
    expect((await signIn('nobody@example.com', '203.0.113.9', 'guess')).status).toBe(429);
    expect((await signIn('somebody-else@example.com', '203.0.113.9', 'guess')).status).toBe(401);
  });
});
