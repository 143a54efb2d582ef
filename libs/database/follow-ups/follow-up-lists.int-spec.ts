import { explainQueries } from '@ringwell/testing/explain-queries';
import { makeAccount } from '@ringwell/testing/make-account';
import { useTestDatabase } from '@ringwell/testing/test-database';

import { FollowUpListsRepository } from './follow-up-lists.repository';

describe('FollowUpListsRepository', () => {
  const database = useTestDatabase();

  it('finds one kind of waiting follow-up by index, without reading more urgent kinds', async () => {
    const { account } = await makeAccount(database.dataSource);
    const day = { start: new Date('2026-03-31T06:00:00Z'), end: new Date('2026-04-01T06:00:00Z') };
    await database.dataSource.transaction(async (manager) => {
      await manager.query('set local enable_seqscan = off');
      await manager.query('set local enable_bitmapscan = off');
      const plans = await explainQueries(manager, (explaining) =>
        new FollowUpListsRepository(explaining).listWaiting(
          account.id,
          { section: 'older', kinds: ['voicemail'] },
          day,
          26,
        ),
      );
      expect(plans).toMatch(/ix_follow_ups_urgency on follow_ups.*?Index Cond[^"]* = ANY \('\{9,2\}'/);
    });
  });
});
