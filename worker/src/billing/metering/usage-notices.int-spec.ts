import type { NewAccount } from '@ringwell/database/accounts/accounts.repository';
import type { AccountSettings } from '@ringwell/database/accounts/settings/account-settings.entity';
import type { User } from '@ringwell/database/accounts/user.entity';
import { UsageNotice } from '@ringwell/database/billing/usage-notice.entity';
import { Mail } from '@ringwell/database/deliveries/mail.entity';
import type { TestAccount } from '@ringwell/testing/make-account';
import { recordUsage } from '@ringwell/testing/record-usage';
import { useTestDatabase } from '@ringwell/testing/test-database';

import { fakeLeader } from '../../leader/testing/fake-leader';
import type { MailerService } from '../../mail/mailer.service';
import { UsageNoticeLoop } from './usage-notice.loop';

const NOW = new Date('2026-11-20T12:00:00Z');
// Usage months start on the 3rd.
const ACTIVATED = new Date('2026-08-03T09:00:00Z');
const NEXT_MONTH = new Date('2026-12-03T00:00:01Z');

describe('UsageNoticeLoop', () => {
  const database = useTestDatabase();
  let testAccount: TestAccount;

  beforeEach(async () => {
    await database.query('delete from mails');
    await database.query('truncate accounts, users cascade');
    await createAccount();
  });

  async function createAccount(
    settings: Partial<AccountSettings> = { usageLimitEnabled: true, monthlyMinuteLimit: 1_000 },
    overrides: { user?: Partial<User>; account?: NewAccount } = {},
  ): Promise<void> {
    testAccount = await database.makeAccount({
      user: { firstName: 'Zoë', ...overrides.user },
      account: { company: 'Reyes HVAC', activatedAt: ACTIVATED, ...overrides.account },
      settings,
    });
  }
  function createLoop({ isAvailable = true, isLeader = true } = {}): UsageNoticeLoop {
    return new UsageNoticeLoop(
      fakeLeader(isLeader),
      database.repositories.usageNotices,
      database.unitOfWork,
      { isAvailable } as MailerService,
      { PRODUCT_NAME: 'Ringwell', PUBLIC_URL: 'https://calls.example.com/', PORT: 3000 },
    );
  }
  const notify = (now = NOW): Promise<number> => createLoop().pass(now);
  const recordMinutes = (minutes: number, at = NOW): Promise<void> =>
    recordUsage(database.dataSource, testAccount.account.id, minutes, at);
  const updateSettings = (settings: Partial<AccountSettings>): Promise<void> =>
    database.repositories.accounts.updateSettings(testAccount.account.id, settings);
  const listEmails = (): Promise<Mail[]> => database.manager.find(Mail, { order: { createdAt: 'ASC' } });
  const listSubjects = async (): Promise<string[]> => (await listEmails()).map(({ subject }) => subject);
  const listLevels = async (): Promise<number[]> =>
    (await database.manager.find(UsageNotice, { order: { level: 'ASC' } })).map(({ level }) => level);

  it('sends a notice at 50, 80 and 100 percent of the limit', async () => {
    await recordMinutes(499.99);
    expect(await notify()).toBe(0);
    for (const [minutes, sent] of [
      [0.01, 1],
      [200, 0],
      [100, 1],
      [199, 0],
      [1, 1],
      [500, 0],
    ] as const) {
      await recordMinutes(minutes);
      expect(await notify()).toBe(sent);
      expect(await notify()).toBe(0);
    }
    expect(await listSubjects()).toEqual([
      "You've used 50% of your 1,000 Ringwell minutes this month",
      "You've used 80% of your 1,000 Ringwell minutes this month",
      "You've used all 1,000 Ringwell minutes this month",
    ]);
    expect(await listLevels()).toEqual([50, 80, 100]);
  });

  it('states the usage, what happens next, the reset date, and where to change the limit', async () => {
    await recordMinutes(812.5);
    await notify();
    const [mail] = await listEmails();
    expect(mail).toMatchObject({ recipient: testAccount.user.email, replyTo: null, state: 'pending' });
    expect(mail?.body).toBe(
      [
        'Hi Zoë,',
        '',
        "You've used 812 minutes this month in the account Reyes HVAC. That's at least 80% of your 1,000-minute limit. Your usage resets on Dec 3, 2026.",
        '',
        'At 100%, new calls will be saved but not processed until then.',
        '',
        'View your usage or change your limit on your dashboard under "Usage Limits": https://calls.example.com/',
        '',
        '--',
        'Ringwell',
        '',
      ].join('\n'),
    );
    await recordMinutes(200);
    await notify();
    expect((await listEmails()).at(-1)?.body).toContain('New calls will be saved but not processed until then.');
  });

  it('sends only the highest level when usage jumps', async () => {
    await recordMinutes(850);
    await notify();
    expect(await listSubjects()).toEqual(["You've used 80% of your 1,000 Ringwell minutes this month"]);
    expect(await listLevels()).toEqual([50, 80]);
    await recordMinutes(2_000);
    await notify();
    expect(await listSubjects()).toHaveLength(2);
  });

  it('resends the levels in the next usage period, which starts on the day of activation', async () => {
    await recordMinutes(600);
    await recordMinutes(5_000, new Date('2026-11-02T23:00:00Z')); // the month before
    await notify();
    expect(await listSubjects()).toEqual(["You've used 50% of your 1,000 Ringwell minutes this month"]);
    expect(await notify(NEXT_MONTH)).toBe(0);
    await recordMinutes(600, NEXT_MONTH);
    expect(await notify(NEXT_MONTH)).toBe(1);
    expect(await notify(NEXT_MONTH)).toBe(0);
    expect(await listSubjects()).toHaveLength(2);
  });

  it('counts from the start of the billing period once the account has subscribed', async () => {
    await recordMinutes(2_900, new Date('2026-11-15T10:00:00Z'));
    expect(await notify()).toBe(1);
    const periodStart = new Date('2026-11-20T11:02:03Z');
    await updateSettings({
      subscriptionStatus: 'active',
      usageLimitEnabled: false,
      currentPeriodStart: periodStart,
      currentPeriodEnd: new Date('2026-12-20T11:02:03Z'),
      billingAnchor: periodStart,
    });
    await recordMinutes(1_400, new Date('2026-11-20T11:02:02Z'));
    await recordMinutes(1_499, periodStart);
    expect(await notify()).toBe(0);
    await recordMinutes(1);
    expect(await notify()).toBe(1);
    expect((await listEmails()).at(-1)).toMatchObject({
      subject: "You've used 50% of your 3,000 Ringwell minutes this month",
      body: expect.stringContaining('Your usage resets on Dec 20, 2026.') as string,
    });
    await recordMinutes(9_999, new Date('2026-12-20T11:02:02Z'));
    expect(await notify(new Date('2026-12-20T11:02:03Z'))).toBe(0); // the renewal hasn't been reported yet
  });

  it("uses the plan's minutes when the account has no limit", async () => {
    await createAccount({ subscriptionStatus: 'active', monthlyMinuteLimit: 1_000 });
    await recordMinutes(2_400);
    await notify();
    await recordMinutes(600);
    await notify();
    const [first, second] = await listEmails();
    expect(first).toMatchObject({
      subject: "You've used 80% of your 3,000 Ringwell minutes this month",
      body: expect.stringContaining('$0.039 per extra minute') as string,
    });
    expect(second?.body).toContain('all of the 3,000 minutes in your plan');
    expect(second?.body).toContain("We'll keep processing your calls");
  });

  it.each<[string, Partial<AccountSettings>, { user?: Partial<User>; account?: NewAccount }]>([
    ['without a limit or a subscription', { monthlyMinuteLimit: 1_000 }, {}],
    ['after the subscription has ended', { subscriptionStatus: 'canceled' }, {}],
    ['to a demo account', { usageLimitEnabled: true }, { account: { status: 'demo' } }],
    ['to a disabled account', { usageLimitEnabled: true }, { user: { isActive: false } }],
    ['without an email address', { usageLimitEnabled: true }, { user: { email: null } }],
    ['for a limit of 0', { usageLimitEnabled: true, monthlyMinuteLimit: 0 }, {}],
  ])('sends nothing %s', async (_case, settings, overrides) => {
    await createAccount(settings, overrides);
    await recordMinutes(9_999);
    expect(await notify()).toBe(0);
    expect(await listEmails()).toEqual([]);
  });

  it('resends the notice for a level that is reached again after the limit was raised', async () => {
    await recordMinutes(1_000);
    await notify();
    await updateSettings({ monthlyMinuteLimit: 1_800 });
    expect(await notify()).toBe(0);
    expect(await listLevels()).toEqual([50]);
    await recordMinutes(800);
    expect(await notify()).toBe(1);
    expect(await listSubjects()).toEqual([
      "You've used all 1,000 Ringwell minutes this month",
      "You've used all 1,800 Ringwell minutes this month",
    ]);
    await updateSettings({ monthlyMinuteLimit: 1_700 });
    expect(await notify()).toBe(0);
  });

  it('sends each owner only one notice, even if several workers run', async () => {
    const { email } = await database.makeMember(testAccount, 'owner');
    await recordMinutes(850);
    const sent = await Promise.all([notify(), notify(), notify(), notify()]);
    expect(sent.reduce((sum, count) => sum + count, 0)).toBe(1);
    const recipients = (await listEmails()).map(({ recipient }) => recipient);
    expect(recipients.toSorted()).toEqual([email, testAccount.user.email].toSorted());
  });

  it("uses the account's state when the email is written", async () => {
    await recordMinutes(1_000);
    await database.whileLocked(
      `with renamed as (update users set first_name = $2 where id = $1)
       update accounts set updated_at = now() where id = $3`,
      [testAccount.user.id, 'Zora', testAccount.account.id],
      async () => {
        const notifying = notify();
        return await notifying;
      },
    );
    expect((await listEmails())[0]?.body).toMatch(/^Hi Zora,/);
  });

  it('stores neither the email nor the level when either fails', async () => {
    await recordMinutes(850);
    await database.query('alter table mails rename to mails_away');
    try {
      expect(await notify()).toBe(0);
    } finally {
      await database.query('alter table mails_away rename to mails');
    }
    expect(await listLevels()).toEqual([]);
    expect(await notify()).toBe(1);
  });

  it("sends the other notices when one account's notice fails", async () => {
    await recordMinutes(900);
    const { email } = testAccount.user;
    await createAccount(
      { usageLimitEnabled: true, monthlyMinuteLimit: 1_000 },
      { user: { email: 'other@example.com' } },
    );
    await recordMinutes(900);
    await database.query(`alter table mails add constraint ck_test check (recipient <> '${email}') not valid`);
    try {
      expect(await notify()).toBe(1);
    } finally {
      await database.query('alter table mails drop constraint ck_test');
    }
    expect((await listEmails()).map(({ recipient }) => recipient)).toEqual(['other@example.com']);
  });

  it('runs only on the leader, and only with a mail server', async () => {
    await createAccount(
      { usageLimitEnabled: true, monthlyMinuteLimit: 1_000 },
      { account: { activatedAt: new Date() } },
    );
    await recordMinutes(900, new Date());
    for (const [options, sent] of [
      [{ isLeader: false }, 0],
      [{ isAvailable: false }, 0],
      [{}, 1],
    ] as const) {
      const worker = createLoop(options);
      worker.onApplicationBootstrap();
      while (sent > 0 && (await listEmails()).length < sent) await new Promise(setImmediate);
      await worker.onModuleDestroy();
      expect(await listEmails()).toHaveLength(sent);
    }
  });
});
