import { makeAccount } from '@ringwell/testing/make-account';
import { makeCall } from '@ringwell/testing/make-call';
import { makeCompletedCall } from '@ringwell/testing/make-completed-call';
import { createTestDatabase, type TestDatabase } from '@ringwell/testing/test-database';

import { AccountsRepository } from './accounts/accounts.repository';
import { Call } from './calls/call.entity';
import { migrate, undoLastMigration, undoMigrationsDownTo } from './migrate';
import type { MigrationProgress } from './migration-progress';
import { MIGRATIONS } from './migrations';
import { UnitOfWork } from './unit-of-work';

describe('migrate and undoLastMigration', () => {
  let database: TestDatabase;
  beforeEach(async () => {
    database = await createTestDatabase();
  });
  afterEach(() => database.drop());

  const names = MIGRATIONS.map((migration) => migration.name);

  it('reverts one migration at a time, the last one first, and applies it again', async () => {
    expect(await undoLastMigration(database.url)).toBe(names.at(-1));
    expect(await undoLastMigration(database.url)).toBe(names.at(-2));
    expect(await migrate(database.url)).toEqual(names.slice(-2));
    expect(await migrate(database.url)).toEqual([]);
  });

  it('returns undefined when there is no migration to revert', async () => {
    expect(await undoMigrationsDownTo(database.url, names[0] ?? '')).toEqual(names.toReversed());
    expect(await undoLastMigration(database.url)).toBeUndefined();
    expect(await migrate(database.url)).toEqual(names);
  });

  it('derives from the activity log which accounts have chosen their minute limit', async () => {
    const { dataSource } = database;
    const saves = [['slackEnabled', 'monthlyMinuteLimit'], ['slackEnabled'], []];
    const accounts = await Promise.all(
      saves.map(async (fields) => {
        const {
          account: { id },
        } = await makeAccount(dataSource);
        const actor = { userId: null, ipAddress: null, userAgent: null };
        await new UnitOfWork(dataSource).run(({ activity }) =>
          activity.record(actor, {
            action: 'Settings updated',
            description: 'Settings changed.',
            metadata: { targetUserId: id, fields },
          }),
        );
        return id;
      }),
    );
    await undoMigrationsDownTo(database.url, 'AddBillingPeriods1763701000000');
    await migrate(database.url);
    const settings = await Promise.all(
      accounts.map((id) => new AccountsRepository(dataSource.manager).findSettings(id)),
    );
    expect(settings.map((found) => found?.monthlyMinuteLimitChosen)).toEqual([true, false, false]);
  });

  it('replaces containers by media types, and reverts that for calls that were never probed', async () => {
    const { dataSource } = database;
    const { account } = await makeAccount(dataSource);
    const KINDS = [
      ['mp3', 'audio/mpeg'],
      ['wav', 'audio/wav'],
      ['m4a', 'audio/mp4'],
      ['ogg', 'audio/ogg'],
      ['flac', 'audio/flac'],
      ['webm', 'audio/webm'],
      ['amr', 'audio/amr'],
      ['aac', 'audio/aac'],
    ] as const;
    const containers = KINDS.map(([container]) => container);
    const mediaTypes = KINDS.map(([, mediaType]) => mediaType);
    const others = [null, 'audio/x-ms-wma', 'application/octet-stream'];
    const durationSeconds = '40.60';
    const calls = [
      ...[...containers, ...others].map((recordingType) => ({ recordingType })),
      ...[...mediaTypes, ...others].map((recordingType) => ({ recordingType, durationSeconds })),
    ];
    const ids: string[] = [];
    for (const call of calls) ids.push((await makeCall(dataSource, account.id, call)).id);
    const types = async (): Promise<(string | null)[]> => {
      // TypeORM would read columns that later migrations add or rename.
      const found = await dataSource.query<Pick<Call, 'id' | 'recordingType'>[]>(
        'select id, recording_type as "recordingType" from calls',
      );
      return ids.map((id) => found.find((call) => call.id === id)?.recordingType ?? null);
    };
    const undo = async (): Promise<void> => {
      await undoMigrationsDownTo(database.url, 'NameRecordingMediaTypes1763701250000');
    };
    const before = await types();
    await undo();
    expect(await types()).toEqual(before);
    await migrate(database.url);
    expect(await types()).toEqual([...mediaTypes, ...others, ...mediaTypes, ...others]);
    await undo();
    expect(await types()).toEqual(before);
  });

  it('makes every user the owner of an account with what was theirs, and reverts that', async () => {
    const { dataSource } = database;
    const COUNT = 2_000;
    const undo = async (): Promise<void> => {
      await undoMigrationsDownTo(database.url, 'AddAccounts1763850000000');
    };
    await undo();
    await dataSource.query(`
      with owner as (
        insert into users (email, company, service_titan_tenant, status, is_active, activated_at)
        select n || '@example.com', 'Company ' || n, n::text, case when n % 3 = 0 then 'demo' else 'active' end,
          n % 7 <> 0, now() - make_interval(days => n) from generate_series(1, ${COUNT}) n returning id, email
      ), settings as (
        insert into account_settings (user_id, slack_channel) select id, email from owner
      ), turns as (
        insert into account_lanes (user_id) select id from owner
      ), tokens as (
        insert into bearer_tokens (user_id, token_hash, last_four, name) select id, email, 'abcd', 'n8n' from owner
      ), usage as (
        insert into usage_daily (user_id, day, minutes) select id, '2026-03-31', 2.5 from owner
      )
      insert into calls (user_id, source, customer_name) select id, 'n8n', 'Customer of ' || email from owner`);
    const rowsOf = (column: string): Promise<unknown[]> =>
      dataSource.query(`
        select settings.slack_channel, token.token_hash, usage.minutes, call.customer_name, search.names
        from account_settings settings join bearer_tokens token using (${column}) join usage_daily usage using (${column})
          join calls call using (${column}) join call_search search on search.call_id = call.id
            and search.${column} = call.${column}
        order by settings.slack_channel`);
    const users = (): Promise<unknown[]> => dataSource.query('select * from users order by email');
    const before = { users: await users(), rows: await rowsOf('user_id') };
    expect(before.rows).toHaveLength(COUNT);
    await migrate(database.url);
    expect(await rowsOf('account_id')).toEqual(before.rows);
    const [accounts] = await dataSource.query<object[]>(`
      select count(*)::int as count, count(*) filter (where status = 'demo')::int as demo,
        count(*) filter (where not is_active)::int as disabled,
        count(*) filter (where company = 'Company ' || service_titan_tenant)::int as named
      from accounts join members on members.account_id = accounts.id and members.user_id = accounts.id
        and members.role = 'owner'`);
    expect(accounts).toEqual({ count: COUNT, demo: 666, disabled: 285, named: COUNT });
    await undo();
    expect(await rowsOf('user_id')).toEqual(before.rows);
    expect(await users()).toEqual(before.users);
  });

  it('finds the account of earlier activity, and names it in the metadata again when it is reverted', async () => {
    const { dataSource } = database;
    const undo = async (): Promise<void> => {
      await undoMigrationsDownTo(database.url, 'AddActivityAccount1763871000000');
    };
    const [{ account: first }, { account: second }] = [await makeAccount(dataSource), await makeAccount(dataSource)];
    await undo();
    // Earlier entries name the first account of a user by the id of the user, which was the same.
    const both = { targetUserId: first.id, accountId: second.id };
    const ENTRIES: [string, object | null, string | null][] = [
      ['Settings updated', { targetUserId: first.id, fields: ['active'] }, first.id],
      ['Member updated', both, second.id],
      ['Member invited', { accountId: second.id, role: 'viewer' }, second.id],
      ['User updated', { targetUserId: first.id, changed: ['firstName', 'company'] }, first.id],
      ['User updated', { targetUserId: first.id, changed: ['firstName'] }, null],
      ['Sign-in refused', { targetUserId: first.id }, null],
      ['Signed in', null, null],
      ['Call updated', { targetUserId: '00000000-0000-4000-8000-000000000000' }, null],
      ['Call updated', { targetUserId: 'x' }, null],
    ];
    await dataSource.query(
      `insert into activity_logs (action, description, metadata)
       select action, place, metadata from unnest($1::text[], $2::jsonb[]) with ordinality entry (action, metadata, place)`,
      [ENTRIES.map(([action]) => action), ENTRIES.map(([, metadata]) => metadata && JSON.stringify(metadata))],
    );
    await dataSource.query(
      `insert into activity_logs (action, description, metadata)
       select 'Call uploaded', 'many', jsonb_build_object('targetUserId', $1::text) from generate_series(1, 12000)`,
      [first.id],
    );
    const read = (columns: string): Promise<Record<string, unknown>[]> =>
      dataSource.query(`select ${columns} from activity_logs where description <> 'many' order by description::int`);
    const before = await read('*');
    await migrate(database.url);
    expect((await read('account_id')).map((entry) => entry['account_id'])).toEqual(ENTRIES.map(([, , id]) => id));
    const counted = `select count(*)::int as count from activity_logs where account_id = $1 and description = 'many'`;
    expect(await dataSource.query(counted, [first.id])).toEqual([{ count: 12_000 }]);
    const actor = { userId: null, ipAddress: null, userAgent: null };
    await new UnitOfWork(dataSource).run(async ({ activity }) => {
      await activity.record(actor, { action: 'Call updated', description: '90', accountId: first.id });
      const metadata = { targetUserId: first.id };
      await activity.record(actor, { action: 'Member joined', description: '91', accountId: second.id, metadata });
    });
    await undo();
    const after = await read('*');
    expect(after.slice(0, -2)).toEqual(before);
    expect(after.slice(-2).map(({ metadata }) => metadata)).toEqual([{ targetUserId: first.id }, both]);
    await migrate(database.url);
    await dataSource.query('delete from accounts where id = $1', [second.id]);
    expect((await read('account_id')).slice(-2)).toEqual([{ account_id: first.id }, { account_id: null }]);
  });

  it('keeps the calls of an account whose first owner is gone when it is reverted', async () => {
    const { dataSource } = database;
    const { account, user: first } = await makeAccount(dataSource, { account: { company: 'Reyes HVAC' } });
    const { user: second } = await makeAccount(dataSource);
    const { id } = await makeCall(dataSource, account.id);
    await dataSource.query(`insert into members (account_id, user_id, role) values ($1, $2, 'owner')`, [
      account.id,
      second.id,
    ]);
    await dataSource.query('delete from users where id = $1', [first.id]);
    await undoMigrationsDownTo(database.url, 'AddAccounts1763850000000');
    expect(
      await dataSource.query(
        'select email, company, is_active from calls join users on users.id = calls.user_id where calls.id = $1',
        [id],
      ),
    ).toEqual([{ email: null, company: 'Reyes HVAC', is_active: false }]);
  });

  it('makes the text of the settings the first version of the guideline, and reverts that with the latest one', async () => {
    const { dataSource } = database;
    const [account, other] = [await makeAccount(dataSource), await makeAccount(dataSource)];
    const versions = (): Promise<object[]> =>
      dataSource.query('select account_id, version, text, rules from guidelines order by version');
    await undoMigrationsDownTo(database.url, 'AddGuidelines1764030000000');
    await dataSource.query('update account_settings set analysis_guideline = $2 where account_id = $1', [
      account.account.id,
      'Mention the brand.',
    ]);
    await migrate(database.url);
    const first = { account_id: account.account.id, version: 1, text: 'Mention the brand.', rules: [] };
    expect(await versions()).toEqual([first]);
    const save = { text: 'Be brief.', rules: [], savedBy: null, restoredVersion: null };
    await new UnitOfWork(dataSource).run(({ guidelines }) => guidelines.save(account.account.id, 1, save));
    const { id: callId } = await makeCompletedCall(dataSource, account.account.id);
    await dataSource.query(
      `with opened as (
        insert into follow_ups (account_id, call_id, kind, due_at, urgent_at, opened_at)
        values ($1, $2, 'rule', now(), now(), now()) returning id)
      insert into follow_up_calls (call_id, follow_up_id, kind, due_at, called_at) select $2, id, 'rule', now(), now() from opened`,
      [account.account.id, callId],
    );
    await undoMigrationsDownTo(database.url, 'AddGuidelines1764030000000');
    expect(
      await dataSource.query('select account_id, analysis_guideline from account_settings order by analysis_guideline'),
    ).toEqual([
      { account_id: account.account.id, analysis_guideline: 'Be brief.' },
      { account_id: other.account.id, analysis_guideline: null },
    ]);
    expect(await dataSource.query('select kind from follow_ups union all select kind from follow_up_calls')).toEqual([
      { kind: 'promise' },
      { kind: 'promise' },
    ]);
    await migrate(database.url);
  });

  it('extends redaction to recordings of new calls where it was not turned off, and reverts that', async () => {
    const { dataSource } = database;
    const accounts = await Promise.all(
      (['transcript_and_audio', 'off'] as const).map((redaction) =>
        makeAccount(dataSource, { settings: { redaction } }),
      ),
    );
    const levels = async (): Promise<unknown[]> =>
      Promise.all(
        accounts.map(async ({ account: { id } }) => {
          const found = await dataSource.query<{ redaction: string }[]>(
            'select redaction from account_settings where account_id = $1',
            [id],
          );
          return found[0]?.redaction;
        }),
      );
    await undoMigrationsDownTo(database.url, 'RedactAudio1764147000000');
    expect(await levels()).toEqual(['transcript', 'off']);
    const [earlier] = await dataSource.query<{ id: string }[]>(
      `insert into calls (account_id, source, recording_key) values ($1, 'n8n', 'recordings/none') returning id`,
      [accounts[0]?.account.id],
    );
    await migrate(database.url);
    expect(await levels()).toEqual(['transcript_and_audio', 'off']);
    expect(await dataSource.manager.findOneByOrFail(Call, { id: earlier?.id })).toMatchObject({ audioRedaction: null });
  });

  it('gives addresses their one spelling, except where that is taken', async () => {
    const { dataSource } = database;
    const [first, second] = await Promise.all([makeAccount(dataSource), makeAccount(dataSource)]);
    const accountId = first.account.id;
    await undoMigrationsDownTo(database.url, 'NormalizeEmails1798000402000');
    for (const [id, email] of [
      [first.user.id, 'dana@b\u00fccher.example'],
      [second.user.id, '\uff44ana@b\u00fccher.example'],
    ])
      await dataSource.query('update users set email = $2 where id = $1', [id, email]);
    await dataSource.query('insert into mail_suppressions (account_id, address, reason) values ($1, $2, $3)', [
      accountId,
      'sam@b\u00fccher.example',
      'unsubscribed',
    ]);
    await dataSource.query(
      'update account_settings set email_address = $2, overdue_addresses = $3, email_labels = $4 where account_id = $1',
      [
        accountId,
        ['kim@b\u00fccher.example', 'kim@xn--bcher-kva.example'],
        ['kim@example.com'],
        { 'kim@b\u00fccher.example': ['negative'] },
      ],
    );
    await migrate(database.url);
    const emails = await dataSource.query<{ email: string }[]>('select email from users order by email');
    expect(emails.map(({ email }) => email).sort()).toEqual([
      'dana@xn--bcher-kva.example',
      expect.stringContaining('b\u00fccher.example') as string,
    ]);
    expect(await dataSource.query('select address from mail_suppressions')).toEqual([
      { address: 'sam@xn--bcher-kva.example' },
    ]);
    expect(await new AccountsRepository(dataSource.manager).findSettings(accountId)).toMatchObject({
      emailAddress: ['kim@xn--bcher-kva.example'],
      overdueAddresses: ['kim@example.com'],
      emailLabels: { 'kim@xn--bcher-kva.example': ['negative'] },
    });
  });

  it('lets recordings be played whose calls were skipped with their account before', async () => {
    const { dataSource } = database;
    const { account } = await makeAccount(dataSource);
    await undoMigrationsDownTo(database.url, 'ReleaseSkippedRecordings1798000700000');
    const make = async (state: 'skipped' | 'failed'): Promise<string | undefined> => {
      const [call] = await dataSource.query<{ id: string }[]>(
        `insert into calls (account_id, source, state, audio_redaction, recording_key, finished_at)
         values ($1, 'n8n', $2, 'unchecked', 'recordings/none', now()) returning id`,
        [account.id, state],
      );
      return call?.id;
    };
    const [skipped, failed] = [await make('skipped'), await make('failed')];
    await migrate(database.url);
    expect(await dataSource.manager.findOneByOrFail(Call, { id: skipped })).toMatchObject({ audioRedaction: null });
    expect(await dataSource.manager.findOneByOrFail(Call, { id: failed })).toMatchObject({
      audioRedaction: 'unchecked',
    });
  });

  it('ends the usage period under way at midnight in the time zone, and keeps its start', async () => {
    const { dataSource } = database;
    const activatedAt = new Date(new Date().setUTCHours(12, 0, 0, 0));
    const activated = { account: { activatedAt } };
    const [zoned, other] = await Promise.all([
      makeAccount(dataSource, { ...activated, settings: { timeZone: 'America/New_York' } }),
      makeAccount(dataSource, activated),
    ]);
    const settingsOf = ({ account: { id } }: typeof zoned): Promise<unknown> =>
      new AccountsRepository(dataSource.manager).findSettings(id);
    await undoMigrationsDownTo(database.url, 'AddMovedPeriods1798000700100');
    await migrate(database.url);
    expect(await settingsOf(other)).toMatchObject({ movedPeriod: null });
    expect(await settingsOf(zoned)).toMatchObject({
      movedPeriod: {
        anchor: activatedAt.toISOString(),
        startsAt: `${activatedAt.toISOString().slice(0, 10)}T00:00:00.000Z`,
        endsAt: expect.stringMatching(/T0[45]:00:00.000Z$/) as string,
      },
    });
  });

  it('names the running migration while that waits for a long transaction', async () => {
    const name = 'AddNoteRemoval1764165000000';
    const index = names.indexOf(name);
    await undoMigrationsDownTo(database.url, name);
    const other = database.dataSource.createQueryRunner();
    await other.startTransaction();
    await other.query('lock table erasures in access exclusive mode');
    let applied = Promise.resolve<string[]>([]);
    const reported = await new Promise<MigrationProgress>((report) => {
      applied = migrate(database.url, { everyMs: 20, report });
    });
    expect(reported).toEqual({ name, place: index + 1, count: names.length });
    await other.commitTransaction();
    await other.release();
    expect(await applied).toEqual(names.slice(index));
  });

  it('applies each migration once when several processes migrate at the same time', async () => {
    await undoLastMigration(database.url);
    const applied = await Promise.all([migrate(database.url), migrate(database.url), migrate(database.url)]);
    expect(applied.flat()).toEqual(names.slice(-1));
  });
});
