import { useTestDatabase } from '@ringwell/testing/test-database';

import type { FollowUpChange } from '../follow-ups/follow-up-events';
import { FollowUpEvent } from '../follow-ups/follow-up.entity';
import { Delivery } from './delivery.entity';

describe('FollowUpDeliveriesRepository', () => {
  const database = useTestDatabase();
  let accountId: string;
  let openedChange: FollowUpChange;

  beforeEach(async () => {
    const { account } = await database.makeAccount({ settings: { sealedWebhookUrl: 'sealed' } });
    accountId = account.id;
    const { id: followUpId } = await database.makeFollowUp(accountId);
    const { id: eventId, at } = await database.manager.findOneByOrFail(FollowUpEvent, { followUpId });
    openedChange = { followUpId, eventId, type: 'opened', at };
  });

  const planEvents = (changes: FollowUpChange[]): Promise<void> =>
    database.unitOfWork.run(({ followUpDeliveries }) => followUpDeliveries.planEvents(accountId, changes));
  const listDeliveries = (): Promise<Delivery[]> => database.manager.findBy(Delivery, { accountId });

  it('plans exactly one webhook for a change', async () => {
    await planEvents([openedChange]);
    await planEvents([openedChange]);
    expect(await listDeliveries()).toMatchObject([
      {
        channel: 'webhook',
        destination: 'Outgoing webhook',
        state: 'pending',
        callId: null,
        followUpEventId: openedChange.eventId,
      },
    ]);
  });

  it('does not plan a webhook for a change that connected systems are not notified of', async () => {
    await planEvents([{ ...openedChange, type: 'noted' }]);
    expect(await listDeliveries()).toEqual([]);
  });

  it.each([
    ['without a webhook', { sealedWebhookUrl: null }],
    ['whose processing is off', { active: false }],
  ])('does not plan a webhook for an account %s', async (_case, settings) => {
    await database.repositories.accounts.updateSettings(accountId, settings);
    await planEvents([openedChange]);
    expect(await listDeliveries()).toEqual([]);
  });

  it('does not plan a webhook when the change is rolled back', async () => {
    const failedRun = database.unitOfWork.run(async ({ followUpDeliveries }) => {
      await followUpDeliveries.planEvents(accountId, [openedChange]);
      throw new Error('The change failed.');
    });
    await expect(failedRun).rejects.toThrow('The change failed.');
    expect(await listDeliveries()).toEqual([]);
  });

  it('lets only one of several concurrent requests use a link', async () => {
    await planEvents([openedChange]);
    const [{ id = '' } = {}] = await listDeliveries();
    const links = database.repositories.followUpDeliveries;
    const uses = await Promise.all(['a', 'b', 'c'].map((name) => links.useLink(id, openedChange.followUpId, name)));
    expect(uses.filter(Boolean)).toHaveLength(1);
    expect(await links.findUsedLink(id, openedChange.followUpId)).not.toBeNull();
  });

  it('deletes the messages about a follow-up along with its call', async () => {
    await planEvents([openedChange]);
    await database.query('delete from calls where account_id = $1', [accountId]);
    expect(await listDeliveries()).toEqual([]);
  });
});
