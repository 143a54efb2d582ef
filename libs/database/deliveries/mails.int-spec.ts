import { useTestDatabase } from '@ringwell/testing/test-database';

import { MailsRepository } from './mails.repository';

describe('MailsRepository', () => {
  const database = useTestDatabase();

  it('skips emails being claimed by another sender, without waiting', async () => {
    const { mails } = database.repositories;
    for (const subject of ['first', 'second', 'third'])
      await mails.enqueue({ recipient: 'a@example.com', subject, body: 'x' });
    const [firstClaim, secondClaim] = await database.dataSource.transaction(async (manager) => {
      const uncommittedClaim = await new MailsRepository(manager).claimDue(1); // not committed yet
      return [uncommittedClaim, await mails.claimDue(10)];
    });
    expect([firstClaim, secondClaim].map((claim) => claim?.map(({ subject }) => subject))).toEqual([
      ['first'],
      ['second', 'third'],
    ]);
    expect(await mails.claimDue(10)).toEqual([]);
  });
});
