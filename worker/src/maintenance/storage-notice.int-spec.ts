import { AccountsRepository } from '@ringwell/database/accounts/accounts.repository';
import { AccountStorageRepository } from '@ringwell/database/accounts/settings/account-storage.repository';
import { Mail } from '@ringwell/database/deliveries/mail.entity';
import { UnitOfWork } from '@ringwell/database/unit-of-work';
import { GIGABYTE } from '@ringwell/domain/accounts/storage-quota';
import { createLogger } from '@ringwell/platform/logging/create-logger';
import { makeAccount, makeMember, type TestAccount } from '@ringwell/testing/make-account';
import { makeCall } from '@ringwell/testing/make-call';
import { useTestDatabase } from '@ringwell/testing/test-database';

import type { LeaderElectionService } from '../leader/leader-election.service';
import type { MailerService } from '../mail/mailer.service';
import { StorageNoticeLoop } from './storage-notice.loop';

describe('StorageNoticeLoop', () => {
  const database = useTestDatabase();
  let account: TestAccount;

  beforeEach(async () => {
    await database.dataSource.query('delete from mails');
    await database.dataSource.query('truncate accounts, users cascade');
    account = await makeAccount(database.dataSource, { user: { firstName: 'Zoë' } });
  });

  const notices = (quotaGb?: number): StorageNoticeLoop =>
    new StorageNoticeLoop(
      { isLeader: true } as LeaderElectionService,
      new AccountStorageRepository(database.dataSource.manager),
      new UnitOfWork(database.dataSource),
      { isAvailable: true } as MailerService,
      { PRODUCT_NAME: 'Ringwell', PUBLIC_URL: 'https://calls.example.com/', PORT: 3000, STORAGE_QUOTA_GB: quotaGb },
      createLogger({ service: 'test', level: 'fatal' }),
    );
  const store = async (share: number): Promise<void> => {
    await database.dataSource.query('delete from calls');
    await makeCall(database.dataSource, account.account.id, { recordingBytes: Math.ceil(share * GIGABYTE) });
  };
  const quota = (storageQuotaGb: number | null): Promise<void> =>
    new AccountsRepository(database.dataSource.manager).updateSettings(account.account.id, { storageQuotaGb });
  const mails = (): Promise<Mail[]> => database.dataSource.manager.find(Mail, { order: { createdAt: 'ASC' } });

  it('emails the owner once at 80 percent, and again only after usage drops below that', async () => {
    await store(0.79);
    expect(await notices(1).pass()).toBe(0);
    await store(0.8);
    expect(await notices(1).pass()).toBe(1);
    await store(0.9);
    expect(await notices(1).pass()).toBe(0);
    await store(0.5);
    expect(await notices(1).pass()).toBe(0);
    await store(0.8);
    expect(await notices(1).pass()).toBe(1);
    expect(await mails()).toHaveLength(2);
  });

  it("emails other accounts when one account's notice fails", async () => {
    const other = await makeAccount(database.dataSource, { user: { email: 'other@example.com' } });
    for (const { account: owned } of [account, other])
      await makeCall(database.dataSource, owned.id, { recordingBytes: GIGABYTE });
    const { email } = account.user;
    await database.dataSource.query(
      `alter table mails add constraint ck_test check (recipient <> '${email}') not valid`,
    );
    try {
      expect(await notices(1).pass()).toBe(1);
    } finally {
      await database.dataSource.query('alter table mails drop constraint ck_test');
    }
    expect((await mails()).map(({ recipient }) => recipient)).toEqual(['other@example.com']);
    expect(await notices(1).pass()).toBe(1);
  });

  it('emails once when two leaders overlap', async () => {
    await store(0.8);
    expect((await Promise.all([notices(1).pass(), notices(1).pass()])).sort()).toEqual([0, 1]);
    expect(await mails()).toHaveLength(1);
  });

  it('states the usage, what happens next and what to do about it', async () => {
    await store(0.85);
    await notices(1).pass();
    const [mail] = await mails();
    expect(mail).toMatchObject({ recipient: account.user.email, state: 'pending' });
    expect(mail?.subject).toBe('Your Ringwell storage is almost full');
    expect(mail?.body).toBe(
      [
        'Hi Zoë,',
        '',
        "Your call recordings take up 871 MB of your account's 1 GB storage limit.",
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
    await store(1);
    await notices(1).pass();
    const [mail] = await mails();
    expect(mail?.subject).toBe('Your Ringwell storage is full');
    expect(mail?.body).toContain('New call uploads are rejected until you free up space.');
  });

  it('only emails owners who can sign in', async () => {
    const owner = await makeMember(database.dataSource, account, 'owner');
    const disabled = await makeMember(database.dataSource, account, 'owner');
    await makeMember(database.dataSource, account, 'manager');
    await database.dataSource.query('update users set is_active = false where id = $1', [disabled.id]);
    await store(0.8);
    await notices(1).pass();
    expect((await mails()).map(({ recipient }) => recipient).sort()).toEqual([account.user.email, owner.email].sort());
  });

  it("uses the account's quota, and does not send emails without one", async () => {
    await store(0.9);
    expect(await notices().pass()).toBe(0);
    await quota(2);
    expect(await notices(1).pass()).toBe(0);
    await quota(1);
    expect(await notices().pass()).toBe(1);
    await quota(2); // the larger quota puts usage below 80 percent
    expect(await notices().pass()).toBe(0);
    await quota(1);
    expect(await notices().pass()).toBe(1);
  });

  it('does not send emails about disabled and demo accounts', async () => {
    await store(0.9);
    await database.dataSource.query('update accounts set is_active = false');
    expect(await notices(1).pass()).toBe(0);
    await database.dataSource.query(`update accounts set is_active = true, status = 'demo'`);
    expect(await notices(1).pass()).toBe(0);
  });
});
