import { setTimeout as sleep } from 'node:timers/promises';

import { explainQueries } from '@ringwell/testing/explain-queries';
import { useTestDatabase } from '@ringwell/testing/test-database';

import { FollowUpListsRepository, type ListedFollowUp } from './follow-up-lists.repository';

describe('FollowUpListsRepository', () => {
  const database = useTestDatabase();

  it('finds one kind of waiting follow-up by index, without reading more urgent kinds', async () => {
    const { account } = await database.makeAccount();
    const day = { start: new Date('2026-03-31T06:00:00Z'), end: new Date('2026-04-01T06:00:00Z') };
    await database.dataSource.transaction(async (manager) => {
      await manager.query('set local enable_seqscan = off');
      await manager.query('set local enable_bitmapscan = off');
      const plans = await explainQueries(manager, (explainingManager) =>
        new FollowUpListsRepository(explainingManager).listWaiting(
          account.id,
          { section: 'older', kinds: ['voicemail'] },
          day,
          26,
        ),
      );
      expect(plans).toMatch(/ix_follow_ups_urgency on follow_ups.*?Index Cond[^"]* = ANY \('\{9,2\}'/);
    });
  });

  it("updates a follow-up's change time when its instruction is edited or written", async () => {
    const { account } = await database.makeAccount();
    const { id, callId } = await database.makeFollowUp(account.id);
    const findFollowUp = (): Promise<ListedFollowUp | null> =>
      new FollowUpListsRepository(database.manager).find(account.id, id);
    let changedAt = new Date();
    await database.unitOfWork.run(async ({ callCorrections, callEdits }) => {
      const lockedResult = await callCorrections.lock(account.id, callId);
      if (!lockedResult || lockedResult === 'no_result') throw new Error('The call has no result.');
      await sleep(50);
      changedAt = new Date();
      await callEdits.save(lockedResult, { instruction: 'Call at five' }, null);
    });
    const editedFollowUp = await findFollowUp();
    expect(editedFollowUp).toMatchObject({ promise: { what: 'Call at five' } });
    expect(editedFollowUp?.updatedAt.getTime()).toBeGreaterThanOrEqual(changedAt.getTime());
    const { pendingWords } = database.repositories;
    await pendingWords.requestRewrite({ callId, accountId: account.id, runNumber: 1 });
    const [lease] = await pendingWords.claim(1, 60);
    if (!lease) throw new Error('The call was not claimed.');
    await pendingWords.save(lease, (analysis) => ({ ...analysis, evidence: [] }));
    const followUp = await findFollowUp();
    expect(followUp).toMatchObject({ evidence: [] });
    expect(followUp?.updatedAt.getTime()).toBeGreaterThan(editedFollowUp?.updatedAt.getTime() ?? Infinity);
  });
});
