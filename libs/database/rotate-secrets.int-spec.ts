import { randomBytes, randomUUID } from 'node:crypto';

import { SecretBox } from '@ringwell/platform/crypto/secret-box';
import { createTestDatabase, type TestDatabase } from '@ringwell/testing/test-database';

import { rotateSecrets, formatRotationReport, type RotationResult } from './rotate-secrets';
import { SEALED_COLUMNS, SEALED_FIELDS } from './sealed-fields';

const [OLD_KEY, NEW_KEY, LOST_KEY] = [1, 2, 3].map(() => randomBytes(32).toString('base64')) as [
  string,
  string,
  string,
];
const TOKEN = 'account_settings.sealed_slack_bot_token';

describe('rotateSecrets', () => {
  const [oldBox, rotatingBox, newestBox] = [
    new SecretBox(OLD_KEY),
    new SecretBox(NEW_KEY, [OLD_KEY]),
    new SecretBox(NEW_KEY),
  ];
  let database: TestDatabase;
  beforeEach(async () => {
    database = await createTestDatabase();
  });
  afterEach(() => database.drop());

  const makeAccountWithToken = async (box: SecretBox): Promise<string> => {
    const { account } = await database.makeAccount();
    await saveToken(account.id, box);
    return account.id;
  };
  const saveToken = (accountId: string, box: SecretBox): Promise<unknown> =>
    database.query('update account_settings set sealed_slack_bot_token = $2 where account_id = $1', [
      accountId,
      box.seal(`xoxb-${accountId}`, SEALED_FIELDS.slackBotToken(accountId)),
    ]);
  const findStoredToken = async (accountId: string): Promise<string> => {
    const [stored] = await database.query<{ sealed: string }[]>(
      'select sealed_slack_bot_token as sealed from account_settings where account_id = $1',
      [accountId],
    );
    return stored?.sealed ?? '';
  };
  const findColumn = (columns: RotationResult[], name: string): RotationResult | undefined =>
    columns.find((column) => column.name === name);

  it('covers every sealed column in the schema', async () => {
    const columns = await database.query<{ name: string }[]>(`
      select table_name || '.' || column_name as name from information_schema.columns
      where table_schema = 'public' and column_name like '%sealed%' order by name`);
    expect(SEALED_COLUMNS.map(({ table, column }) => `${table}.${column}`).sort()).toEqual(
      columns.map(({ name }) => name),
    );
  });

  it('re-encrypts every value with the newest key exactly once', async () => {
    const { account, user } = await database.makeAccount();
    const call = await database.makeCall(account.id);
    const mailId = randomUUID();
    await database.repositories.mails.enqueue({
      id: mailId,
      recipient: 'kim@example.com',
      subject: '',
      body: '',
    });
    await database.repositories.secondFactors.startTotpSetup(user.id, '');
    const ids: Record<string, string> = { calls: call.id, mails: mailId, totp_factors: user.id };
    const getRowId = (table: string): string => ids[table] ?? account.id;
    for (const { table, column, idColumn, getContext } of SEALED_COLUMNS) {
      const id = getRowId(table);
      await database.query(`update ${table} set ${column} = $2 where ${idColumn} = $1`, [
        id,
        oldBox.seal(`secret of ${column}`, getContext(id)),
      ]);
    }
    const firstRotation = await rotateSecrets(database.manager, rotatingBox);
    expect(firstRotation.map(({ rotated, current, unreadable }) => [rotated, current, unreadable])).toEqual(
      SEALED_COLUMNS.map(() => [1, 0, []]),
    );
    for (const { table, column, idColumn, getContext } of SEALED_COLUMNS) {
      const id = getRowId(table);
      const [stored] = await database.query<{ sealed: string }[]>(
        `select ${column} as sealed from ${table} where ${idColumn} = $1`,
        [id],
      );
      expect(newestBox.open(stored?.sealed ?? '', getContext(id))).toBe(`secret of ${column}`);
    }
    const secondRotation = await rotateSecrets(database.manager, newestBox);
    expect(secondRotation.map(({ rotated, current }) => [rotated, current])).toEqual(SEALED_COLUMNS.map(() => [0, 1]));
  });

  it('re-encrypts more values than fit in one batch', async () => {
    await database.query('insert into accounts select from generate_series(1, 1100)');
    const accounts = await database.query<{ id: string }[]>(
      'select id from accounts where id not in (select account_id from account_settings)',
    );
    await database.query(
      'insert into account_settings (account_id, sealed_slack_bot_token) select * from unnest($1::uuid[], $2::text[])',
      [accounts.map(({ id }) => id), accounts.map(({ id }) => oldBox.seal('xoxb', SEALED_FIELDS.slackBotToken(id)))],
    );
    expect(findColumn(await rotateSecrets(database.manager, rotatingBox), TOKEN)).toMatchObject({
      rotated: 1_100,
      current: 0,
      unreadable: [],
    });
    expect(findColumn(await rotateSecrets(database.manager, newestBox), TOKEN)).toMatchObject({
      rotated: 0,
      current: 1_100,
      unreadable: [],
    });
  });

  it('keeps and reports values that no key can open, and re-encrypts the others', async () => {
    const [readableAccountId, lostAccountId] = [
      await makeAccountWithToken(oldBox),
      await makeAccountWithToken(new SecretBox(LOST_KEY)),
    ];
    const tokenBefore = await findStoredToken(lostAccountId);
    const columns = await rotateSecrets(database.manager, rotatingBox);
    expect(findColumn(columns, TOKEN)).toEqual({ name: TOKEN, rotated: 1, current: 0, unreadable: [lostAccountId] });
    expect(await findStoredToken(lostAccountId)).toBe(tokenBefore);
    expect(
      newestBox.open(await findStoredToken(readableAccountId), SEALED_FIELDS.slackBotToken(readableAccountId)),
    ).toBe(`xoxb-${readableAccountId}`);
    const report = formatRotationReport(columns);
    expect(report).toContain(`${TOKEN}: 1 re-encrypted, 0 already current, 1 unreadable`);
    expect(report).toContain(`${TOKEN} of ${lostAccountId}`);
    expect(report).not.toContain('xoxb');
  });

  it('re-encrypts a value that is saved during the rotation instead of overwriting it', async () => {
    const accountId = await makeAccountWithToken(oldBox);
    const saves = [() => saveToken(accountId, oldBox)];
    const rotatingBox = new SecretBox(NEW_KEY, [OLD_KEY]);
    const { manager } = database;
    const query = manager.query.bind(manager) as (sql: string, parameters?: unknown[]) => Promise<unknown>;
    const racingManager = Object.create(manager, {
      query: {
        value: async (sql: string, parameters?: unknown[]) => {
          if (sql.includes('update account_settings') && sql.includes('sealed_slack_bot_token')) await saves.pop()?.();
          return query(sql, parameters);
        },
      },
    }) as typeof manager;
    const tokenBefore = await findStoredToken(accountId);
    expect(findColumn(await rotateSecrets(racingManager, rotatingBox), TOKEN)).toMatchObject({
      rotated: 1,
      current: 0,
      unreadable: [],
    });
    expect(saves).toEqual([]);
    expect(await findStoredToken(accountId)).not.toBe(tokenBefore);
    expect(newestBox.open(await findStoredToken(accountId), SEALED_FIELDS.slackBotToken(accountId))).toBe(
      `xoxb-${accountId}`,
    );
  });
});
