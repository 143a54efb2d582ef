import { useTestApi } from '@ringwell/testing/start-api';

const PASSWORD = 'four quiet copper kettles';
const GUESSES = 100;
// Few enough requests for Redis to respond to each in time.
const CONCURRENCY = 10;

describe('SignInThrottleService', () => {
  const { api, database } = useTestApi({ TRUST_PROXY: '127.0.0.1', RATE_LIMIT_TIGHT_FACTOR: '1' });

  const signIn = (email: string, address: string, password: string): Promise<Response> =>
    fetch(`${api.url}/api/login`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-forwarded-for': address },
      body: JSON.stringify({ email, password }),
    });
  // `network` is the first two numbers of an IPv4 address, different for each test.
  async function guessPasswords(email: string, network: string): Promise<number[]> {
    const statuses: number[] = [];
    while (statuses.length < GUESSES) {
      const responses = await Promise.all(
        Array.from({ length: CONCURRENCY }, (_, n) => signIn(email, `${network}.${statuses.length + n}.1`, 'guess')),
      );
      statuses.push(...responses.map(({ status }) => status));
    }
    return statuses;
  }
  const rejections = Array.from({ length: GUESSES }, () => 401);

  it('rejects guesses from many networks after a hundred in an hour, except from networks that the owner recently used', async () => {
    const { user } = await database.makeAccount({ password: PASSWORD });
    const email = user.email ?? '';
    expect((await signIn(email, '198.51.100.7', PASSWORD)).status).toBe(200);
    expect((await signIn(email, '2001:db8:1:2::1', PASSWORD)).status).toBe(200);
    await database.query(
      `insert into activity_logs (user_id, action, description, ip_address, created_at) values ($1, 'Signed in', '', '198.51.100.8', now() - interval '31 days')`,
      [user.id],
    );
    await database.query(
      `insert into activity_logs (user_id, action, description, ip_address) values ($1, 'Signed out', '', '198.51.100.9')`,
      [user.id],
    );

    expect((await guessPasswords(email, '10.1')).sort()).toEqual(rejections);
    const response = await signIn(email.toUpperCase(), '203.0.113.9', PASSWORD);
    expect({ status: response.status, wait: Number(response.headers.get('retry-after')) > 900 }).toEqual({
      status: 429,
      wait: true,
    });
    expect(await response.json()).toMatchObject({
      code: 'RATE_LIMITED',
      message: expect.stringMatching(
        /^Too many sign-in attempts for this email\. Please try again in \d+ minutes\.$/,
      ) as string,
    });
    for (const address of ['198.51.100.7', '2001:db8:1:2:ffff::9'])
      expect((await signIn(email, address, PASSWORD)).status).toBe(200);
    for (const unfamiliarAddress of ['198.51.100.8', '198.51.100.9', '2001:db8:1:3::1'])
      expect((await signIn(email, unfamiliarAddress, PASSWORD)).status).toBe(429);
  });

  it('counts failed sign-ins from a network, but not successful ones', async () => {
    const { user } = await database.makeAccount({ password: PASSWORD });
    const email = user.email ?? '';
    const statuses: number[] = [];
    for (let i = 0; i < 12; i += 1) statuses.push((await signIn(email, '203.0.113.20', PASSWORD)).status);
    for (let i = 0; i < 11; i += 1) statuses.push((await signIn(email, '203.0.113.20', 'guess')).status);
    expect(statuses).toEqual([...Array.from({ length: 12 }, () => 200), ...rejections.slice(0, 10), 429]);
  });

  it('rejects guesses for an unknown email the same way', async () => {
    expect(await guessPasswords('nobody@example.com', '10.2')).toEqual(rejections);
    expect((await signIn('nobody@example.com', '203.0.113.9', 'guess')).status).toBe(429);
    expect((await signIn('somebody-else@example.com', '203.0.113.9', 'guess')).status).toBe(401);
  });
});
