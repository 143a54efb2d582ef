import type { AccountSettings } from '@ringwell/database/accounts/account-settings.entity';
import type { User } from '@ringwell/database/accounts/user.entity';
import { UsersRepository } from '@ringwell/database/accounts/users.repository';
import { UsageNotice } from '@ringwell/database/billing/usage-notice.entity';
import { UsageNoticesRepository } from '@ringwell/database/billing/usage-notices.repository';
import { Mail } from '@ringwell/database/deliveries/mail.entity';
import { UnitOfWork } from '@ringwell/database/unit-of-work';
import { createLogger } from '@ringwell/platform/logging/create-logger';
import { makeAccount } from '@ringwell/testing/make-account';
import { recordUsage } from '@ringwell/testing/record-usage';
import { useTestDatabase } from '@ringwell/testing/test-database';
import { whileLocked } from '@ringwell/testing/while-locked';

import type { LeaderElection } from '../../leader/leader-election';
import type { MailerService } from '../../mail/mailer.service';
import { UsageNoticeLoop } from './usage-notice.loop';

const NOW = new Date('2026-11-20T12:00:00Z');
/** Usage months of it begin on the 3rd. */
const ACTIVATED = new Date('2026-08-03T09:00:00Z');
const NEXT_MONTH = new Date('2026-12-03T00:00:01Z');

describe('people are told of their usage', () => {
  const database = useTestDatabase();
  let user: User;

  beforeEach(async () => {
    await database.dataSource.query('delete from mails');
    await database.dataSource.query('delete from users');
    await account();
  });

  async function account(
    settings: Partial<AccountSettings> = { usageLimitEnabled: true, monthlyMinuteLimit: 1_000 },
    of: Partial<User> = {},
  ): Promise<void> {
    ({ user } = await makeAccount(database.dataSource, {
      user: { firstName: 'Zoë', activatedAt: ACTIVATED, ...of },
      settings,
    }));
  }
  function notices({ isAvailable = true, isLeader = true } = {}): UsageNoticeLoop {
    return new UsageNoticeLoop(
      { isLeader } as LeaderElection,
      new UsageNoticesRepository(database.dataSource.manager),
      new UnitOfWork(database.dataSource),
      { isAvailable } as MailerService,
      { PRODUCT_NAME: 'Ringwell', PUBLIC_URL: 'https://calls.example.com/', PORT: 3000 },
      createLogger({ service: 'test', level: 'fatal' }),
    );
  }
  const tell = (now = NOW): Promise<number> => notices().notifyAll(now);
  const uses = (minutes: number, at = NOW): Promise<void> => recordUsage(database.dataSource, user.id, minutes, at);
  const change = (settings: Partial<AccountSettings>): Promise<void> =>
    new UsersRepository(database.dataSource.manager).changeSettings(user.id, settings);
  const mails = (): Promise<Mail[]> => database.dataSource.manager.find(Mail, { order: { createdAt: 'ASC' } });
  const subjects = async (): Promise<string[]> => (await mails()).map(({ subject }) => subject);
  const levels = async (): Promise<number[]> =>
    (await database.dataSource.manager.find(UsageNotice, { order: { level: 'ASC' } })).map(({ level }) => level);

  it('at 50, 80 and 100 percent of their limit, each once', async () => {
    await uses(499.99);
    expect(await tell()).toBe(0);
    for (const [minutes, told] of [
      [0.01, 1],
      [200, 0],
      [100, 1],
      [199, 0],
      [1, 1],
      [500, 0],
    ] as const) {
      await uses(minutes);
      expect(await tell()).toBe(told);
      expect(await tell()).toBe(0);
    }
    expect(await subjects()).toEqual([
      '50% of your 1,000 Ringwell minutes are used',
      '80% of your 1,000 Ringwell minutes are used',
      'All 1,000 Ringwell minutes of this month are used',
    ]);
    expect(await levels()).toEqual([50, 80, 100]);
  });

  it('in words that say what is used, what happens, when it starts again, and where to change it', async () => {
    await uses(812.5);
    await tell();
    const [mail] = await mails();
    expect(mail).toMatchObject({ recipient: user.email, replyTo: null, state: 'pending' });
    expect(mail?.body).toBe(
      [
        'Hello Zoë,',
        '',
        'You have used 812 minutes this month, which is at least 80% of your limit of 1,000 minutes. The count starts again on December 3, 2026 (00:00 UTC).',
        '',
        'At 100%, further calls are taken, but not processed, until then.',
        '',
        'See your usage and change your limit under "Usage Limits" on your dashboard: https://calls.example.com/',
        '',
        '--',
        'Ringwell',
        '',
      ].join('\n'),
    );
    await uses(200);
    await tell();
    expect((await mails()).at(-1)?.body).toContain(
      'Calls that come in from now on are taken, but not processed, until then.',
    );
  });

  it('of the highest level only, when usage jumps', async () => {
    await uses(850);
    await tell();
    expect(await subjects()).toEqual(['80% of your 1,000 Ringwell minutes are used']);
    expect(await levels()).toEqual([50, 80]);
    await uses(2_000);
    await tell();
    expect(await subjects()).toHaveLength(2);
  });

  it('anew in the next usage month, which begins on the day of activation', async () => {
    await uses(600);
    await uses(5_000, new Date('2026-11-02T23:00:00Z')); // the month before
    await tell();
    expect(await subjects()).toEqual(['50% of your 1,000 Ringwell minutes are used']);
    expect(await tell(NEXT_MONTH)).toBe(0);
    await uses(600, NEXT_MONTH);
    expect(await tell(NEXT_MONTH)).toBe(1);
    expect(await tell(NEXT_MONTH)).toBe(0);
    expect(await subjects()).toHaveLength(2);
  });

  it('in the month that is charged, once they have subscribed, whatever was used before it', async () => {
    await uses(2_900, new Date('2026-11-15T10:00:00Z'));
    expect(await tell()).toBe(1);
    const begins = new Date('2026-11-20T11:02:03Z');
    await change({
      subscriptionStatus: 'active',
      usageLimitEnabled: false,
      currentPeriodStart: begins,
      currentPeriodEnd: new Date('2026-12-20T11:02:03Z'),
      billingAnchor: begins,
    });
    await uses(1_400, new Date('2026-11-20T11:02:02Z'));
    await uses(1_499, begins);
    expect(await tell()).toBe(0);
    await uses(1);
    expect(await tell()).toBe(1);
    expect((await mails()).at(-1)).toMatchObject({
      subject: '50% of your 3,000 Ringwell minutes are used',
      body: expect.stringContaining('starts again on December 20, 2026 (11:02 UTC)') as string,
    });
    await uses(9_999, new Date('2026-12-20T11:02:02Z'));
    expect(await tell(new Date('2026-12-20T11:02:03Z'))).toBe(0); // the renewal was not reported yet
  });

  it('by what their plan includes, when they have no limit', async () => {
    await account({ subscriptionStatus: 'active', monthlyMinuteLimit: 1_000 });
    await uses(2_400);
    await tell();
    await uses(600);
    await tell();
    const [first, second] = await mails();
    expect(first).toMatchObject({
      subject: '80% of your 3,000 Ringwell minutes are used',
      body: expect.stringContaining('each further minute costs $0.039') as string,
    });
    expect(second?.body).toContain('all of the 3,000 minutes your plan includes');
    expect(second?.body).toContain('Your calls are processed as before.');
  });

  it.each<[string, Partial<AccountSettings>, Partial<User>]>([
    ['without limit and subscription', { monthlyMinuteLimit: 1_000 }, {}],
    ['after the subscription', { subscriptionStatus: 'canceled' }, {}],
    ['of a demo account', { usageLimitEnabled: true }, { status: 'demo' }],
    ['that is switched off', { usageLimitEnabled: true }, { isActive: false }],
    ['without an address', { usageLimitEnabled: true }, { email: null }],
    ['whose limit is 0', { usageLimitEnabled: true, monthlyMinuteLimit: 0 }, {}],
  ])('but not %s', async (_who, settings, of) => {
    await account(settings, of);
    await uses(9_999);
    expect(await tell()).toBe(0);
    expect(await mails()).toEqual([]);
  });

  it('again of a level that a higher limit has put out of reach, once usage reaches it again', async () => {
    await uses(1_000);
    await tell();
    await change({ monthlyMinuteLimit: 1_800 });
    expect(await tell()).toBe(0);
    expect(await levels()).toEqual([50]);
    await uses(800);
    expect(await tell()).toBe(1);
    expect(await subjects()).toEqual([
      'All 1,000 Ringwell minutes of this month are used',
      'All 1,800 Ringwell minutes of this month are used',
    ]);
    await change({ monthlyMinuteLimit: 1_700 });
    expect(await tell()).toBe(0);
  });

  it('once, by several workers at once', async () => {
    await uses(850);
    const told = await Promise.all([tell(), tell(), tell(), tell()]);
    expect(told.reduce((sum, count) => sum + count, 0)).toBe(1);
    expect(await subjects()).toHaveLength(1);
  });

  it('by what holds when the mail is written', async () => {
    await uses(1_000);
    await whileLocked(
      database.dataSource,
      'update users set first_name = $2 where id = $1',
      [user.id, 'Zora'],
      async () => {
        const telling = tell();
        return await telling;
      },
    );
    expect((await mails())[0]?.body).toMatch(/^Hello Zora,/);
  });

  it('or else it is tried again: the mail and the note of it are one', async () => {
    await uses(850);
    await database.dataSource.query('alter table mails rename to mails_away');
    try {
      await expect(tell()).rejects.toThrow();
    } finally {
      await database.dataSource.query('alter table mails_away rename to mails');
    }
    expect(await levels()).toEqual([]);
    expect(await tell()).toBe(1);
  });

  it('only by a worker that leads, and where a mail server is set', async () => {
    await account({ usageLimitEnabled: true, monthlyMinuteLimit: 1_000 }, { activatedAt: new Date() });
    await uses(900, new Date());
    for (const [options, told] of [
      [{ isLeader: false }, 0],
      [{ isAvailable: false }, 0],
      [{}, 1],
    ] as const) {
      const worker = notices(options);
      worker.onApplicationBootstrap();
      while (told > 0 && (await mails()).length < told) await new Promise(setImmediate);
      await worker.onModuleDestroy();
      expect(await mails()).toHaveLength(told);
    }
  });
});
