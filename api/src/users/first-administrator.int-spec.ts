import { Member } from '@ringwell/database/accounts/members/member.entity';
import { User } from '@ringwell/database/accounts/user.entity';
import { verifyPassword } from '@ringwell/platform/crypto/password';
import { createTestDatabase, type TestDatabase } from '@ringwell/testing/test-database';

import { createFirstAdministrator, type FirstAdministrator } from './first-administrator';

const PASSWORD = 'five loud tin whistles';

describe('createFirstAdministrator', () => {
  let database: TestDatabase;
  beforeEach(async () => {
    database = await createTestDatabase();
  });
  afterEach(() => database.drop());

  const createAdministrator = (email: string, password?: string): Promise<FirstAdministrator> =>
    createFirstAdministrator(database.unitOfWork, {
      email,
      password,
      rules: { minLength: 10, productName: 'Ringwell' },
    });
  const listUsers = (): Promise<User[]> => database.manager.find(User);

  it('creates an active administrator and returns the generated password once', async () => {
    const result = await createAdministrator('Boss@Example.com');
    expect(result).toEqual({
      created: true,
      email: 'boss@example.com',
      password: expect.stringMatching(/^[a-z2-9]{5}(-[a-z2-9]{5}){3}$/) as string,
    });
    const [user] = await listUsers();
    expect(user).toMatchObject({ role: 'admin', isActive: true, mustChangePassword: false });
    const owner = { userId: user?.id, role: 'owner' } as const;
    expect(await database.manager.findOneOrFail(Member, { where: owner, relations: { account: true } })).toMatchObject({
      account: { status: 'active', activatedAt: expect.any(Date) as Date },
    });
    expect(await verifyPassword(user?.passwordHash, 'password' in result ? (result.password ?? '') : '')).toBe(true);
  });

  it('uses the configured password without returning it', async () => {
    expect(await createAdministrator('boss@example.com', PASSWORD)).toEqual({
      created: true,
      email: 'boss@example.com',
      password: null,
    });
    const [user] = await listUsers();
    expect(await verifyPassword(user?.passwordHash, PASSWORD)).toBe(true);
    expect(user?.mustChangePassword).toBe(true);
  });

  it.each([
    ['a common password', 'password12', /^ADMIN_PASSWORD can't be used\. This password is too common/],
    ['a short password', 'kX7%pqWmb', /^ADMIN_PASSWORD can't be used\. Password must be at least 10 characters\./],
    ['the address', 'boss@example.com', /^ADMIN_PASSWORD can't be used\. Your email address/],
  ])('rejects %s, but only if no administrator exists', async (_case, password, message) => {
    await expect(createAdministrator('boss@example.com', password)).rejects.toMatchObject({
      code: 'VALIDATION_FAILED',
      message: expect.stringMatching(message) as string,
    });
    expect(await listUsers()).toEqual([]);
    await createAdministrator('boss@example.com', PASSWORD);
    expect(await createAdministrator('boss@example.com', password)).toMatchObject({ created: false });
  });

  it('creates one administrator when several processes start at the same time', async () => {
    const results = await Promise.all([1, 2, 3, 4].map((n) => createAdministrator(`boss${n}@example.com`, PASSWORD)));
    expect(results.filter(({ created }) => created)).toHaveLength(1);
    expect(new Set(results.map(({ email }) => email)).size).toBe(1);
    const usersBefore = await listUsers();
    expect(await createAdministrator('other@example.com', 'four quiet copper kettles')).toMatchObject({
      created: false,
      email: usersBefore[0]?.email,
    });
    expect(await listUsers()).toEqual(usersBefore);
  });

  it('does not create an administrator when a disabled administrator exists', async () => {
    await createAdministrator('boss@example.com', PASSWORD);
    await database.manager.update(User, { email: 'boss@example.com' }, { isActive: false });
    expect(await createAdministrator('boss@example.com', PASSWORD)).toEqual({
      created: false,
      email: 'boss@example.com',
    });
  });

  it('rejects the address of an existing user who is not an administrator', async () => {
    await database.unitOfWork.run(({ users: repository }) => repository.create({ email: 'boss@example.com' }));
    await expect(createAdministrator('Boss@example.com')).rejects.toMatchObject({
      code: 'EMAIL_TAKEN',
      message: expect.stringContaining('ADMIN_EMAIL') as string,
    });
  });
});
