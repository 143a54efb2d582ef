import { useTestDatabase } from '@ringwell/testing/test-database';

describe('UnitOfWork', () => {
  const database = useTestDatabase();

  it('retries one of two deadlocked transactions', async () => {
    const { unitOfWork } = database;
    const ids = [(await database.makeAccount()).user.id, (await database.makeAccount()).user.id] as const;
    let lockedCount = 0;
    const renameBoth = (firstName: string, [first, second]: readonly [string, string]): Promise<void> =>
      unitOfWork.run(async ({ users }) => {
        await users.update(first, { firstName });
        lockedCount += 1;
        while (lockedCount < 2) await new Promise(setImmediate);
        await users.update(second, { firstName });
      });
    await Promise.all([renameBoth('Ann', ids), renameBoth('Bob', [ids[1], ids[0]])]);
    expect(lockedCount).toBe(3);
    const renamedUsers = await unitOfWork.run(async ({ users }) => [
      await users.findById(ids[0]),
      await users.findById(ids[1]),
    ]);
    expect(renamedUsers[0]?.firstName).toBe(renamedUsers[1]?.firstName);
    expect(['Ann', 'Bob']).toContain(renamedUsers[0]?.firstName);
  });

  it('does not retry work that fails for another reason', async () => {
    let attempts = 0;
    const work = (): Promise<void> => {
      attempts += 1;
      return Promise.reject(new Error('Not found.'));
    };
    await expect(database.unitOfWork.run(work)).rejects.toThrow('Not found.');
    expect(attempts).toBe(1);
  });
});
