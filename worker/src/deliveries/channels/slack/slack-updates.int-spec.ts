import type { Call } from '@ringwell/database/calls/call.entity';
import { PendingWordsRepository } from '@ringwell/database/calls/pending-words.repository';
import { CallEventsRepository } from '@ringwell/database/deliveries/call-events.repository';
import { Delivery } from '@ringwell/database/deliveries/delivery.entity';
import { SEALED_FIELDS } from '@ringwell/database/sealed-fields';
import type { WorkerConfig } from '@ringwell/platform/config/environment-settings';
import { SecretBox } from '@ringwell/platform/crypto/secret-box';
import { FakeSlackServer } from '@ringwell/testing/fake-slack-server';
import { TEST_KEY } from '@ringwell/testing/test-keys';

import { ScriptedChannel, useDeliverySender } from '../../testing/use-delivery-sender';
import { SlackChannel } from './slack.channel';
import { SlackClient } from './slack.client';

const SUMMARY = 'Nobody came on Monday. She wants $40 back.';

describe('SlackChannel: alerts about a call whose summary is written later', () => {
  const box = new SecretBox(TEST_KEY);
  const harness = useDeliverySender();
  let slack: FakeSlackServer;
  let email: ScriptedChannel;
  let call: Call;

  beforeEach(async () => {
    slack = new FakeSlackServer();
    await slack.start();
    email = new ScriptedChannel('email');
    const { accountId, deliveries } = harness;
    const { database } = harness;
    const config = { PRODUCT_NAME: 'Ringwell', PORT: 3_000 } as WorkerConfig;
    harness.sender = harness.createSender([
      new SlackChannel(
        new SlackClient({ apiUrl: slack.apiUrl }),
        new CallEventsRepository(database.manager),
        box,
        config,
      ),
      email,
    ]);
    await harness.accounts.updateSettings(accountId, {
      slackChannel: '#calls',
      emailEnabled: true,
      sealedSlackBotToken: box.seal(slack.token, SEALED_FIELDS.slackBotToken(accountId)),
    });
    call = await database.makeCompletedCall(accountId, {
      analysis: { sentiment: 'negative', writer: null, summary: '', keyPoints: [], topic: 'no_show' },
    });
    await new PendingWordsRepository(database.manager).add(call);
    for (const channel of ['slack', 'email'] as const)
      await deliveries.plan(call, [{ channel, destination: channel, destinationHash: channel, priority: 1 }]);
  });
  afterEach(() => slack.stop());

  // Saves a summary as the worker does once the language model responds.
  const writeSummary = (): Promise<boolean> =>
    harness.database.unitOfWork.run(async ({ pendingWords, callEvents }) => {
      const [lease] = await pendingWords.claim(1, 60);
      if (!lease) throw new Error('The summary is not pending.');
      const isSaved = await pendingWords.save(lease, (current) => ({ ...current, writer: 'llm:x', summary: SUMMARY }));
      await callEvents.planAlertUpdates(call.id);
      return isSaved;
    });
  const listUpdates = (): Promise<Delivery[]> =>
    harness.database.manager.findBy(Delivery, { callId: call.id, event: 'call.written' });
  const runPasses = async (): Promise<void> => {
    for (let round = 0; round < 3; round += 1) {
      await harness.makeDue();
      await harness.pass();
    }
  };

  it('are sent immediately and updated in place once', async () => {
    await harness.pass();
    expect(slack.postedMessages).toHaveLength(1);
    expect(JSON.stringify(slack.postedMessages)).toContain('No-show');
    await writeSummary();
    await runPasses();
    expect(slack.updatedMessages).toMatchObject([{ channel: 'C0000000001', ts: '1774966320.000001' }]);
    expect(JSON.stringify(slack.updatedMessages)).toContain('Nobody came on Monday.');
    expect(slack.postedMessages).toHaveLength(1);
    expect(email.sent).toHaveLength(1);
    expect(await listUpdates()).toMatchObject([{ state: 'sent', providerRef: 'C0000000001/1774966320.000001' }]);
  });

  it('are not updated if they are sent after the summary', async () => {
    await writeSummary();
    await runPasses();
    expect([slack.postedMessages.length, slack.updatedMessages.length, await listUpdates()]).toEqual([1, 0, []]);
  });

  it('are updated again if Slack fails or an update may have arrived', async () => {
    await harness.pass();
    await writeSummary();
    let replyCount = 0;
    slack.reply = (request) => {
      replyCount += 1;
      if (replyCount === 1) return { status: 503, body: 'away' };
      const reply = slack.serve(request);
      return replyCount === 2 ? 'break' : reply;
    };
    await runPasses();
    expect(await listUpdates()).toMatchObject([{ state: 'sent', attempts: 3 }]);
    expect(slack.updatedMessages).toHaveLength(2);
    expect(new Set(slack.updatedMessages.map(({ ts }) => ts)).size).toBe(1);
  });

  it('are not updated once deleted in Slack, and the connection is not marked as failed', async () => {
    await harness.pass();
    await writeSummary();
    slack.reply = () => FakeSlackServer.errorReply('message_not_found');
    await runPasses();
    expect(await listUpdates()).toMatchObject([{ state: 'suppressed', errorCode: 'SLACK_ALERT_GONE', attempts: 1 }]);
    const { database } = harness;
    expect(await database.query(`select failures from connections where channel = 'slack'`)).toEqual([{ failures: 0 }]);
  });

  it('that may have arrived are resent with the summary instead of updated', async () => {
    slack.reply = (request) =>
      request.method === 'chat.postMessage' ? (slack.serve(request), 'break') : slack.serve(request);
    await harness.pass();
    await writeSummary();
    slack.reply = (request) => slack.serve(request);
    await runPasses();
    expect(JSON.stringify(slack.postedMessages[1])).toContain('Nobody came on Monday.');
    expect([slack.postedMessages.length, slack.updatedMessages.length]).toEqual([2, 0]);
  });

  it('are updated if the summary is written while they are being resent', async () => {
    slack.reply = () => 'break';
    await harness.pass();
    slack.reply = (request) => slack.serve(request);
    const client = new SlackClient({ apiUrl: slack.apiUrl });
    jest.spyOn(SlackClient.prototype, 'call').mockImplementationOnce(async (...request) => {
      await writeSummary();
      return client.call(...request);
    });
    await runPasses();
    expect(slack.postedMessages).toHaveLength(1);
    expect(JSON.stringify(slack.postedMessages)).not.toContain('Nobody came on Monday.');
    expect(JSON.stringify(slack.updatedMessages)).toContain('Nobody came on Monday.');
  });
});
