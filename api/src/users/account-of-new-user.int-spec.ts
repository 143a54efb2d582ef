import type { Request } from 'express';

import { Member } from '@ringwell/database/accounts/members/member.entity';
import { User } from '@ringwell/database/accounts/user.entity';
import { SessionClient } from '@ringwell/testing/session-client';
import { useTestApi } from '@ringwell/testing/start-api';

import { OidcUsersService } from '../auth/oidc/oidc-users.service';
import { createFirstAdministrator } from './first-administrator';

const PASSWORD = 'four quiet copper kettles';

describe("A new user's account", () => {
  const { api, database } = useTestApi();

  // See docs/decisions/056-accounts-have-members.md. Other tests give a user and their account different ids.
  it("always has the user's id, because older clients only know the user's id", async () => {
    const rules = { minLength: 10, productName: 'Ringwell' };
    await createFirstAdministrator(database.unitOfWork, { email: 'first@example.com', rules });
    const { id } = await database.manager.findOneByOrFail(User, { email: 'first@example.com' });
    const newUser = { firstName: 'Kim', lastName: 'Lee', password: PASSWORD };
    const administrator = await api.signIn({ id });
    await administrator.post('/api/admin/users', { ...newUser, email: 'created@example.com' });
    await new SessionClient(api.url, '').post(
      '/api/sign-up',
      new URLSearchParams({ ...newUser, email: 'signed-up@example.com' }),
    );
    await api.app.get(OidcUsersService, { strict: false }).findOrCreate(
      {
        issuer: 'https://id.example.com',
        provider: 'https://id.example.com',
        subject: '1',
        claims: { email: 'provided@example.com', email_verified: true },
      },
      { request: { ip: '203.0.113.7', get: () => undefined } as unknown as Request, confirmedUserId: null },
    );

    const members = await database.manager.find(Member, { relations: { user: true } });
    expect(members.map(({ user, role }) => [user?.email, role]).toSorted()).toEqual([
      ['created@example.com', 'owner'],
      ['first@example.com', 'owner'],
      ['provided@example.com', 'owner'],
      ['signed-up@example.com', 'owner'],
    ]);
    for (const { accountId, userId } of members) expect(accountId).toBe(userId);
  });
});
