import { randomBytes } from 'node:crypto';

import { Connection } from '@ringwell/database/deliveries/connection.entity';
import { Delivery } from '@ringwell/database/deliveries/delivery.entity';
import { SecretBox } from '@ringwell/platform/crypto/secret-box';
import { TEST_KEY } from '@ringwell/testing/test-keys';

import { fakeLeader } from '../leader/testing/fake-leader';
import { ChannelRegistry } from './channel-registry';
import { useDeliverySender } from './testing/use-delivery-sender';
import { UnsentMessagesLoop } from './unsent-messages.loop';

describe('DeliverySenderService: suppressed and postponed deliveries', () => {
  const harness = useDeliverySender();

  it('suppresses a delivery after its channel is turned off, and sends it on request once the channel is on', async () => {
    const { accounts } = harness;
    const [id] = await harness.plan();
    await accounts.updateSettings(harness.accountId, { slackEnabled: false });
    await harness.pass();
    expect(await harness.findDelivery(id)).toMatchObject({ state: 'suppressed', errorCode: 'CHANNEL_SWITCHED_OFF' });
    expect(await harness.database.manager.count(Connection)).toBe(0);
    await accounts.updateSettings(harness.accountId, { slackEnabled: true });
    expect(await harness.deliveries.resend(harness.accountId, id ?? '')).toBe(true);
    await harness.pass();
    expect(await harness.findDelivery(id)).toMatchObject({ state: 'sent', errorCode: null });
    await accounts.updateSettings(harness.accountId, { active: false });
    const [lateId] = await harness.plan();
    await harness.pass();
    expect(await harness.findDelivery(lateId)).toMatchObject({
      state: 'suppressed',
      errorCode: 'ACCOUNT_SWITCHED_OFF',
    });
  });

  it('suppresses a delivery if alerts about calls that need a listen were turned off after planning', async () => {
    harness.useChannels('callback', 'slack');
    const call = await harness.database.makeCompletedCall(harness.accountId, {
      analysis: { needsReview: true, reviewReason: 'low_confidence' },
    });
    const target = { destination: 'd', destinationHash: 'd', priority: 0 };
    await harness.deliveries.plan(call, [
      { ...target, channel: 'callback' },
      { ...target, channel: 'slack' },
    ]);
    await harness.accounts.updateSettings(harness.accountId, { reviewAlertsEnabled: false });
    await harness.pass();
    const rows = await harness.database.manager.find(Delivery, { order: { channel: 'ASC' } });
    expect(rows.map(({ channel, state, errorCode }) => [channel, state, errorCode])).toEqual([
      ['callback', 'sent', null],
      ['slack', 'suppressed', 'REVIEW_ALERTS_OFF'],
    ]);
  });

  it('delays only emails to the member with quiet hours, until those end or change', async () => {
    const { database, accountId, accounts } = harness;
    harness.useChannels('email');
    const { id: userId, email } = await database.makeMember(harness.account, 'member');
    const { members } = database.repositories;
    const formatHour = (shift: number): string => new Date(Date.now() + shift * 3_600_000).toISOString().slice(11, 16);
    // In UTC, because the account hasn't chosen a time zone.
    const quietHours = { from: formatHour(-1), until: formatHour(1) };
    await members.changeAlerts(accountId, userId, { labels: ['positive'], quietHours });
    await accounts.updateSettings(accountId, { emailEnabled: true });
    const [memberDeliveryId] = await harness.plan({ channel: 'email', destination: email?.toUpperCase() });
    const [otherDeliveryId] = await harness.plan({ channel: 'email', destination: 'other@example.com' });
    await harness.pass();
    await harness.pass();
    expect(await harness.findDelivery(otherDeliveryId)).toMatchObject({ state: 'sent' });
    const waitingDelivery = await harness.findDelivery(memberDeliveryId);
    expect(waitingDelivery).toMatchObject({ state: 'pending', attempts: 0, errorCode: 'QUIET_HOURS' });
    expect(waitingDelivery.runAfter.toISOString().slice(11, 16)).toBe(quietHours.until);
    await accounts.updateSettings(accountId, { emailEnabled: false });
    await members.changeAlerts(accountId, userId, { labels: ['positive'], quietHours: null });
    await harness.deliveries.endQuietHours(accountId, email ?? '');
    await harness.pass();
    expect(await harness.findDelivery(memberDeliveryId)).toMatchObject({ state: 'sent', errorCode: null });
  });

  it("suppresses a demo account's deliveries, but not its callbacks", async () => {
    const [id, callbackId] = [...(await harness.plan()), ...(await harness.plan({ channel: 'callback' }))];
    await harness.accounts.update(harness.accountId, { status: 'demo' });
    await harness.pass();
    expect(harness.channel.sent).toEqual([]);
    expect(await harness.findDelivery(id)).toMatchObject({ state: 'suppressed', errorCode: 'ACCOUNT_NOT_ACTIVE' });
    expect(await harness.findDelivery(callbackId)).toMatchObject({ state: 'sent' });
  });

  it('suppresses a delivery when its channel gives a reason', async () => {
    harness.channel.suppressionReason = { code: 'MAIL_UNSUBSCRIBED', message: 'The recipient unsubscribed.' };
    const [id] = await harness.plan();
    await harness.pass();
    expect(await harness.findDelivery(id)).toMatchObject({
      state: 'suppressed',
      errorCode: 'MAIL_UNSUBSCRIBED',
      errorMessage: 'The recipient unsubscribed.',
    });
    expect(harness.channel.sent).toEqual([]);
  });

  it('postpones a delivery without counting an attempt while its call is being reprocessed', async () => {
    const [id] = await harness.plan({ call: { state: 'running' } });
    await harness.pass();
    expect(harness.channel.sent).toEqual([]);
    expect(await harness.findDelivery(id)).toMatchObject({ state: 'pending', attempts: 0, leaseToken: null });
    expect(await harness.pass()).toBe(0);
    await harness.database.query(`update calls set state = 'completed'`);
    await harness.makeDue();
    await harness.pass();
    expect(await harness.findDelivery(id)).toMatchObject({ state: 'sent', attempts: 1 });
  });

  it('sends what was not sent without a mail server once there is one, unless it is a week old', async () => {
    await harness.accounts.updateSettings(harness.accountId, { emailEnabled: true });
    harness.useChannels('email');
    harness.channel.setupProblem = { code: 'MAIL_UNAVAILABLE', message: "Email isn't available yet." };
    const [oldId, id] = await harness.plan({ channel: 'email', count: 2 });
    await harness.pass();
    await harness.pass();
    const channels = new ChannelRegistry([harness.channel]);
    const unsentMessages = new UnsentMessagesLoop(fakeLeader(), harness.deliveries, channels);
    await unsentMessages.pass();
    expect(await harness.findDelivery(id)).toMatchObject({ state: 'suppressed', errorCode: 'MAIL_UNAVAILABLE' });
    harness.channel.setupProblem = null;
    await harness.database.query(`update deliveries set created_at = now() - interval '7 days' where id = $1`, [oldId]);
    await unsentMessages.pass();
    expect(await harness.pass()).toBe(1);
    expect(await harness.findDelivery(id)).toMatchObject({ state: 'sent', errorCode: null });
    expect(await harness.findDelivery(oldId)).toMatchObject({ state: 'suppressed' });
  });

  it('waits a week for the operator if a secret was sealed with another key, which administrators are told', async () => {
    const sealed = new SecretBox(randomBytes(32).toString('base64')).seal('token', 'test');
    harness.channel.respond = () => ({ providerRef: new SecretBox(TEST_KEY).open(sealed, 'test') });
    const [id] = await harness.plan();
    await harness.pass();
    const delivery = await harness.findDelivery(id);
    const unreadable = {
      errorCode: 'SECRET_UNREADABLE',
      errorMessage: expect.stringContaining('SECRETS_KEY') as string,
    };
    expect(delivery).toMatchObject({ state: 'pending', attempts: 0, ...unreadable });
    expect(delivery.runAfter.getTime()).toBeGreaterThan(Date.now() + 9 * 60_000);
    expect(harness.identity.engines.messageProblem).toBe(delivery.errorMessage);
    await harness.database.query(`update deliveries set run_after = now(), created_at = now() - interval '7 days'`);
    await harness.pass();
    expect(await harness.findDelivery(id)).toMatchObject({ state: 'failed', attempts: 1, ...unreadable });
  });

  it('only sends the latest result to connected systems, but every result to people', async () => {
    harness.useChannels('callback', 'slack');
    const call = await harness.database.makeCompletedCall(harness.accountId, { call: { runNumber: 2 } });
    const target = { destination: 'n8n.example.com', destinationHash: 'n8n', priority: 0 };
    for (const runNumber of [1, 2])
      await harness.deliveries.plan({ ...call, runNumber }, [
        { ...target, channel: 'callback' },
        { ...target, channel: 'slack' },
      ]);
    for (let round = 0; round < 4; round += 1) await harness.pass();
    const rows = await harness.database.manager.find(Delivery, {
      order: { channel: 'ASC', runNumber: 'ASC' },
    });
    expect(rows.map(({ channel: name, runNumber, state }) => `${name} ${runNumber} ${state}`)).toEqual([
      'callback 1 suppressed',
      'callback 2 sent',
      'slack 1 sent',
      'slack 2 sent',
    ]);
  });
});
