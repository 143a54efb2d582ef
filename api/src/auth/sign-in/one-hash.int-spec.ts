import * as argon2 from '@node-rs/argon2';

import { hashPassword } from '@ringwell/platform/crypto/password';
import { makeAccount } from '@ringwell/testing/make-account';
import { useTestApi } from '@ringwell/testing/start-api';

jest.mock('@node-rs/argon2', () => {
  const actual = jest.requireActual<typeof argon2>('@node-rs/argon2');
  return { ...actual, hash: jest.fn(actual.hash), verify: jest.fn(actual.verify) };
});

// Counts hashes, which dominate the response time, because the time itself cannot be measured reliably.
describe('A sign-in attempt', () => {
  const { api, database } = useTestApi();

  it('computes one hash for known and unknown users alike', async () => {
    const passwordHash = await hashPassword('right');
    const { user } = await makeAccount(database.dataSource, { user: { passwordHash } });
    const { user: withoutPassword } = await makeAccount(database.dataSource);
    const { user: disabled } = await makeAccount(database.dataSource, { user: { passwordHash, isActive: false } });
    const attempts = [
      { email: user.email, password: 'right' },
      { email: user.email, password: 'wrong' },
      { email: 'nobody@example.com', password: 'right' },
      { email: withoutPassword.email, password: 'right' },
      { email: disabled.email, password: 'right' },
    ];
    const counts: { status: number; hashes: number }[] = [];
    for (const body of attempts) {
      jest.mocked(argon2.hash).mockClear();
      jest.mocked(argon2.verify).mockClear();
      const { status } = await fetch(`${api.url}/api/login`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(body),
      });
      counts.push({
        status,
        hashes: jest.mocked(argon2.hash).mock.calls.length + jest.mocked(argon2.verify).mock.calls.length,
      });
    }
    expect(counts).toEqual([200, 401, 401, 401, 401].map((status) => ({ status, hashes: 1 })));
  });
});
