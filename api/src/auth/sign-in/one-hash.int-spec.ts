import { createRequire } from 'node:module';

import type * as Argon2 from '@node-rs/argon2';

import { useTestApi } from '@ringwell/testing/start-api';

// This is the module object that the app uses, so the spies take effect.
const argon2 = createRequire(__filename)('@node-rs/argon2') as typeof Argon2;

// Response times can't be measured reliably, so this test counts hashes, which dominate them.
describe('A sign-in attempt', () => {
  const { api, database } = useTestApi();

  it('computes one hash for both known and unknown users', async () => {
    const { user } = await database.makeAccount({ password: 'right' });
    const { user: passwordlessUser } = await database.makeAccount();
    const { user: disabledUser } = await database.makeAccount({
      user: { isActive: false },
      password: 'right',
    });
    const attempts = [
      { email: user.email, password: 'right' },
      { email: user.email, password: 'wrong' },
      { email: 'nobody@example.com', password: 'right' },
      { email: passwordlessUser.email, password: 'right' },
      { email: disabledUser.email, password: 'right' },
    ];
    const counts: { status: number; hashes: number }[] = [];
    const [hashSpy, verifySpy] = [jest.spyOn(argon2, 'hash'), jest.spyOn(argon2, 'verify')];
    for (const body of attempts) {
      hashSpy.mockClear();
      verifySpy.mockClear();
      const { status } = await fetch(`${api.url}/api/login`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(body),
      });
      counts.push({ status, hashes: hashSpy.mock.calls.length + verifySpy.mock.calls.length });
    }
    jest.restoreAllMocks();
    expect(counts).toEqual([200, 401, 401, 401, 401].map((status) => ({ status, hashes: 1 })));
  });
});
