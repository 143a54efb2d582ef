import { Mail } from '@ringwell/database/deliveries/mail.entity';
import { GIGABYTE } from '@ringwell/domain/accounts/storage-quota';
import type { TestAccount } from '@ringwell/testing/make-account';
import { useTestDatabase } from '@ringwell/testing/test-database';

import { fakeLeader } from '../leader/testing/fake-leader';
import type { MailerService } from '../mail/mailer.service';
import { StorageNoticeLoop } from './storage-notice.loop';

describe('StorageNoticeLoop', () => {
  const database = useTestDatabase();
  let account: TestAccount;

  beforeEach(async () => {
    await database.query('delete from mails');
    await database.query('truncate accounts, users cascade');
    account = await database.makeAccount({ user: { firstName: 'Zoë' }, account: { company: 'Reyes HVAC' } });
  });

  const createLoop = (quotaGb?: number): StorageNoticeLoop =>
    new StorageNoticeLoop(
      fakeLeader(),
      database.repositories.accountStorage,
      database.unitOfWork,
      { isAvailable: true } as MailerService,
      { PRODUCT_NAME: 'Ringwell', PUBLIC_URL: 'https://calls.example.com/', PORT: 3000, STORAGE_QUOTA_GB: quotaGb },
    );
  const fillStorage = async (fraction: number): Promise<void> => {
    await database.query('delete from calls');
    await database.makeCall(account.account.id, { recordingBytes: Math.ceil(fraction * GIGABYTE) });
  };
  const setQuota = (storageQuotaGb: number | null): Promise<void> =>
    database.repositories.accounts.updateSettings(account.account.id, { storageQuotaGb });
  const listEmails = (): Promise<Mail[]> => database.manager.find(Mail, { order: { createdAt: 'ASC' } });

  it('emails the owner once at 80 percent, and again only after usage drops below that', async () => {
    await fillStorage(0.79);
    expect(await createLoop(1).pass()).toBe(0);
    await fillStorage(0.8);
    expect(await createLoop(1).pass()).toBe(1);
    await fillStorage(0.9);
    expect(await createLoop(1).pass()).toBe(0);
    await fillStorage(0.5);
    expect(await createLoop(1).pass()).toBe(0);
    await fillStorage(0.8);
    expect(await createLoop(1).pass()).toBe(1);
    expect(await listEmails()).toHaveLength(2);
  });

  it("emails other accounts when one account's notice fails", async () => {
    const otherAccount = await database.makeAccount({ user: { email: 'other@example.com' } });
    for (const { account: owned } of [account, otherAccount])
      await database.makeCall(owned.id, { recordingBytes: GIGABYTE });
    const { email } = account.user;
    await database.query(`alter table mails add constraint ck_test check (recipient <> '${email}') not valid`);
    try {
      expect(await createLoop(1).pass()).toBe(1);
    } finally {
      await database.query('alter table mails drop constraint ck_test');
    }
    expect((await listEmails()).map(({ recipient }) => recipient)).toEqual(['other@example.com']);
    expect(await createLoop(1).pass()).toBe(1);
  });

  it('emails once when two leaders overlap', async () => {
    await fillStorage(0.8);
    expect((await Promise.all([createLoop(1).pass(), createLoop(1).pass()])).sort()).toEqual([0, 1]);
    expect(await listEmails()).toHaveLength(1);
  });

  it('states the usage, what happens next and what to do about it', async () => {
    await fillStorage(0.85);
    await createLoop(1).pass();
    const [mail] = await listEmails();
    expect(mail).toMatchObject({ recipient: account.user.email, state: 'pending' });
    expect(mail?.subject).toBe('Your Ringwell storage is almost full');
    expect(mail?.body).toBe(
      [
        'Hi Zoë,',
        '',
        'The call recordings of the account Reyes HVAC take up 871 MB of its 1 GB storage limit.',
        '',
        "When it's full, new call uploads will be rejected.",
        '',
        'To free up space, delete calls you no longer need, or keep recordings for a shorter time. Your administrator can give you more storage.',
        '',
        "See what's stored in Settings under Data: https://calls.example.com/settings/data#storage",
        '',
        '--',
        'Ringwell',
        '',
      ].join('\n'),
    );
  });

  it('reports that the storage is full', async () => {
    await fillStorage(1);
    await createLoop(1).pass();
    const [mail] = await listEmails();
    expect(mail?.subject).toBe('Your Ringwell storage is full');
    expect(mail?.body).toContain('New call uploads are rejected until you free up space.');
  });

  it('only emails owners who can sign in', async () => {
    const owner = await database.makeMember(account, 'owner');
    const disabledOwner = await database.makeMember(account, 'owner');
    await database.makeMember(account, 'manager');
    await database.query('update users set is_active = false where id = $1', [disabledOwner.id]);
    await fillStorage(0.8);
    await createLoop(1).pass();
    expect((await listEmails()).map(({ recipient }) => recipient).sort()).toEqual(
      [account.user.email, owner.email].sort(),
    );
  });

  it("uses the account's quota, and does not send emails without one", async () => {
    await fillStorage(0.9);
    expect(await createLoop().pass()).toBe(0);
    await setQuota(2);
    expect(await createLoop(1).pass()).toBe(0);
    await setQuota(1);
    expect(await createLoop().pass()).toBe(1);
    await setQuota(2); // the larger quota puts usage below 80 percent
    expect(await createLoop().pass()).toBe(0);
    await setQuota(1);
    expect(await createLoop().pass()).toBe(1);
  });

  it('does not send emails about disabled and demo accounts', async () => {
    await fillStorage(0.9);
    await database.query('update accounts set is_active = false');
    expect(await createLoop(1).pass()).toBe(0);
    await database.query(`update accounts set is_active = true, status = 'demo'`);
    expect(await createLoop(1).pass()).toBe(0);
  });
});
