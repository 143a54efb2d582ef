import { makeAccount } from '@ringwell/testing/make-account';
import { makeCall } from '@ringwell/testing/make-call';
import { createTestDatabase, type TestDatabase } from '@ringwell/testing/test-database';

import { UsersRepository } from './accounts/users.repository';
import { Call } from './calls/call.entity';
import { migrate, undoLastMigration } from './migrate';
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
    for (const name of names.toReversed()) expect(await undoLastMigration(database.url)).toBe(name);
    expect(await undoLastMigration(database.url)).toBeUndefined();
    expect(await migrate(database.url)).toEqual(names);
  });

  it('derives from the activity log which accounts have chosen their minute limit', async () => {
    const { dataSource } = database;
    const saves = [['slackEnabled', 'monthlyMinuteLimit'], ['slackEnabled'], []];
    const accounts = await Promise.all(
      saves.map(async (fields) => {
        const {
          user: { id },
        } = await makeAccount(dataSource);
        const actor = { userId: id, ipAddress: null, userAgent: null };
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
    while ((await undoLastMigration(database.url)) !== 'AddBillingPeriods1763701000000') continue;
    await migrate(database.url);
    const settings = await Promise.all(accounts.map((id) => new UsersRepository(dataSource.manager).findSettings(id)));
    expect(settings.map((found) => found?.monthlyMinuteLimitChosen)).toEqual([true, false, false]);
  });

  it('replaces containers by media types, and reverts that for calls that were never probed', async () => {
    const { dataSource } = database;
    const { user } = await makeAccount(dataSource);
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
    for (const call of calls) ids.push((await makeCall(dataSource, user.id, call)).id);
    const types = async (): Promise<(string | null)[]> => {
      const found = await dataSource.manager.find(Call, {
        select: { id: true, recordingType: true }, // later columns do not exist at that time
        where: { userId: user.id },
      });
      return ids.map((id) => found.find((call) => call.id === id)?.recordingType ?? null);
    };
    const undo = async (): Promise<void> => {
      while ((await undoLastMigration(database.url)) !== 'NameRecordingMediaTypes1763701250000') continue;
    };
    const before = await types();
    await undo();
    expect(await types()).toEqual(before);
    await migrate(database.url);
    expect(await types()).toEqual([...mediaTypes, ...others, ...mediaTypes, ...others]);
    await undo();
    expect(await types()).toEqual(before);
  });

  it('applies each migration once when several processes migrate at the same time', async () => {
    await undoLastMigration(database.url);
    const applied = await Promise.all([migrate(database.url), migrate(database.url), migrate(database.url)]);
    expect(applied.flat()).toEqual(names.slice(-1));
  });
});
