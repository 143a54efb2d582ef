import { User } from '@ringwell/database/accounts/user.entity';
import { UnitOfWork } from '@ringwell/database/unit-of-work';
import { verifyPassword } from '@ringwell/platform/crypto/password';
import { createTestDatabase, type TestDatabase } from '@ringwell/testing/test-database';

import { createFirstAdministrator, type FirstAdministrator } from './first-administrator';

describe('the first administrator', () => {
  let database: TestDatabase;
  beforeEach(async () => {
    database = await createTestDatabase();
  });
  afterEach(() => database.drop());

  const create = (email: string, password?: string): Promise<FirstAdministrator> =>
    createFirstAdministrator(new UnitOfWork(database.dataSource), { email, password });
  const users = (): Promise<User[]> => database.dataSource.manager.find(User);

  it('is active from now on, and gets a password that is shown once', async () => {
    const made = await create('Boss@Example.com');
    expect(made).toEqual({
      created: true,
      email: 'boss@example.com',
      password: expect.stringMatching(/^[a-z2-9]{5}(-[a-z2-9]{5}){3}$/) as string,
    });
    const [user] = await users();
    expect(user).toMatchObject({
      role: 'admin',
      status: 'active',
      isActive: true,
      activatedAt: expect.any(Date) as Date,
    });
    expect(await verifyPassword(user?.passwordHash, 'password' in made ? (made.password ?? '') : '')).toBe(true);
  });

  it('takes the password that is set, without showing it', async () => {
    expect(await create('boss@example.com', 'hunter22')).toEqual({
      created: true,
      email: 'boss@example.com',
      password: null,
    });
    expect(await verifyPassword((await users())[0]?.passwordHash, 'hunter22')).toBe(true);
  });

  it('is made once and never changed, also when several processes start at the same time', async () => {
    const made = await Promise.all([1, 2, 3, 4].map((n) => create(`boss${n}@example.com`, 'password')));
    expect(made.filter(({ created }) => created)).toHaveLength(1);
    expect(new Set(made.map(({ email }) => email)).size).toBe(1);
    const before = await users();
    expect(await create('other@example.com', 'another')).toMatchObject({ created: false, email: before[0]?.email });
    expect(await users()).toEqual(before);
  });

  it('is not made beside one who is disabled', async () => {
    await create('boss@example.com', 'password');
    await database.dataSource.manager.update(User, { email: 'boss@example.com' }, { isActive: false });
    expect(await create('boss@example.com', 'password')).toEqual({ created: false, email: 'boss@example.com' });
  });

  it('is not made out of somebody who is a plain user', async () => {
    await new UnitOfWork(database.dataSource).run(({ users: repository }) =>
      repository.create({ email: 'boss@example.com' }),
    );
    await expect(create('Boss@example.com')).rejects.toMatchObject({
      code: 'EMAIL_TAKEN',
      message: expect.stringContaining('ADMIN_EMAIL') as string,
    });
  });
});
