import { randomBytes } from 'node:crypto';

import { Client } from 'pg';
import type { DataSource, EntityManager } from 'typeorm';

import type { User } from '@ringwell/database/accounts/user.entity';
import type { Call } from '@ringwell/database/calls/call.entity';
import { createDataSource } from '@ringwell/database/data-source';
import type { Delivery } from '@ringwell/database/deliveries/delivery.entity';
import { DATABASE_TIME_LIMITS } from '@ringwell/database/postgres/time-limits';
import { repositoriesOf, UnitOfWork, type Repositories } from '@ringwell/database/unit-of-work';
import type { MemberRole } from '@ringwell/domain/accounts/member-role';

import { addLiveWorker, type LiveWorker } from './add-live-worker';
import { onTestsEnd } from './end-of-tests';
import { makeAccount, makeMember, type AccountOptions, type TestAccount } from './make-account';
import { makeCall, makeCalls } from './make-call';
import { makeCompletedCall, type CompletedCallOptions } from './make-completed-call';
import { makeDelivery } from './make-delivery';
import { makeFollowUp, type FollowUpOptions, type TestFollowUp } from './make-follow-up';
import { PRODUCT_ROLE, getProductUrl, testSettings, replaceDatabase } from './test-settings';

Object.assign(DATABASE_TIME_LIMITS, { connection: 60_000, apiStatement: 60_000, workerStatement: 60_000 });

// Deleting a few rows is faster than truncating, which makes every connection reload its tables.
const TRUNCATED_BYTES = 500_000;

// What `empty` can't undo: changes to tables, triggers, functions, statistics and database settings.
const SCHEMA_FINGERPRINT_SQL = `
  select concat_ws(' ',
    (select concat(count(*), '-', sum(oid::bigint)) from pg_class where relnamespace = 'public'::regnamespace),
    (select sum(xmin::text::bigint) from pg_attribute), (select sum(xmin::text::bigint) from pg_proc),
    (select sum(xmin::text::bigint) from pg_trigger), (select sum(xmin::text::bigint) from pg_constraint),
    (select count(*) from pg_statistic), (select count(*) from pg_db_role_setting join pg_database d on d.oid = setdatabase where datname = current_database())
  ) as shape`;
const USED_TABLES_SQL = `
  select oid::regclass::text as name, pg_relation_size(oid)::int as bytes from pg_class
  where relnamespace = 'public'::regnamespace and relkind = 'r' and pg_relation_size(oid) > 0`;

/** A clone of the template, with methods for what most suites do with it. */
export class TestDatabase {
  /** Repositories outside a transaction. */
  readonly repositories: Repositories;
  readonly unitOfWork: UnitOfWork;

  constructor(
    readonly url: string,
    readonly dataSource: DataSource,
    readonly drop: () => Promise<void>,
  ) {
    this.repositories = repositoriesOf(dataSource.manager);
    this.unitOfWork = new UnitOfWork(dataSource);
  }

  /** Returns an object for a suite to destructure, filled with `Object.assign` before its tests. */
  static createEmpty(): TestDatabase {
    return Object.create(TestDatabase.prototype) as TestDatabase;
  }

  get manager(): EntityManager {
    return this.dataSource.manager;
  }

  query<T>(sql: string, parameters?: unknown[]): Promise<T> {
    return this.dataSource.query<T>(sql, parameters);
  }

  makeAccount(options?: AccountOptions): Promise<TestAccount> {
    return makeAccount(this.dataSource, options);
  }

  makeMember(account: Pick<TestAccount, 'account' | 'user'>, role: MemberRole): Promise<User> {
    return makeMember(this.dataSource, account, role);
  }

  makeCall(accountId: string, overrides?: Partial<Call>): Promise<Call> {
    return makeCall(this.dataSource, accountId, overrides);
  }

  makeCalls(accountId: string, count: number): Promise<void> {
    return makeCalls(this.dataSource, accountId, count);
  }

  makeCompletedCall(accountId: string, options?: CompletedCallOptions): Promise<Call> {
    return makeCompletedCall(this.dataSource, accountId, options);
  }

  makeFollowUp(accountId: string, options?: FollowUpOptions): Promise<TestFollowUp> {
    return makeFollowUp(this.dataSource, accountId, options);
  }

  makeDelivery(accountId: string, overrides?: Partial<Delivery>): Promise<Delivery> {
    return makeDelivery(this.dataSource, accountId, overrides);
  }

  addLiveWorker(worker?: LiveWorker): Promise<string> {
    return addLiveWorker(this.dataSource, worker);
  }

  /**
   * Runs work while another transaction holds an uncommitted change. Commits the change once the work is waiting for it,
   * so that anything the work has read is outdated.
   * @param change SQL or a function that locks what the work will wait for
   * @param waiters how many of the work's connections have to wait for it
   */
  async whileLocked<T>(
    change: string | ((manager: EntityManager) => Promise<unknown>),
    parameters: unknown[],
    work: () => Promise<T>,
    waiters = 1,
  ): Promise<T> {
    const lockingRunner = this.dataSource.createQueryRunner();
    await lockingRunner.startTransaction();
    await (typeof change === 'string' ? lockingRunner.query(change, parameters) : change(lockingRunner.manager));
    const result = work();
    await this.waitForLocks(waiters);
    await lockingRunner.commitTransaction();
    await lockingRunner.release();
    return result;
  }

  /** Waits until this many connections are waiting for locks. */
  async waitForLocks(count = 1): Promise<void> {
    const sql = `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`;
    while ((await this.query<unknown[]>(sql)).length < count) await new Promise(setImmediate);
  }
}

/** Runs statements that the product's role isn't allowed to, such as creating databases and roles. One at a time. */
export async function runAsSuperuser(sql: string): Promise<void> {
  const client = new Client({ connectionString: testSettings().databaseUrl });
  await client.connect();
  try {
    // Two suites can't clone at the same time, because the template must not have other users.
    await client.query('select pg_advisory_lock(1)');
    await client.query(sql);
  } finally {
    await client.end();
  }
}

/** Clones the template in about 0.1 s. Call `drop` at the end of the suite. */
export async function createTestDatabase(): Promise<TestDatabase> {
  const { template } = testSettings();
  const name = `rw_test_${randomBytes(6).toString('hex')}`;
  // The default strategy logs every page.
  await runAsSuperuser(`create database ${name} template ${template} strategy file_copy owner ${PRODUCT_ROLE}`);
  const { url, dataSource } = await connectTo(getProductUrl(name));
  return new TestDatabase(url, dataSource, async () => {
    await dataSource.destroy();
    await runAsSuperuser(`drop database ${name} with (force)`);
  });
}

/** Connects to a database that `drop` doesn't delete. */
export async function connectTo(url: string): Promise<TestDatabase> {
  const options = { url, poolSize: 4, applicationName: 'test', statementTimeoutMs: 30_000 };
  const dataSource = await createDataSource(options).initialize();
  return new TestDatabase(url, dataSource, () => dataSource.destroy());
}

/** A database that this process keeps, along with its connections, for consecutive files. */
export class ReusableDatabase {
  private schemaFingerprint = '';
  private seededTables: string[] = [];
  private dropping?: Promise<void>;

  private constructor(
    readonly database: TestDatabase,
    private readonly superuser: Client,
  ) {}

  static async create(): Promise<ReusableDatabase> {
    const database = await createTestDatabase();
    const name = new URL(database.url).pathname.slice(1);
    const superuser = new Client({ connectionString: replaceDatabase(testSettings().databaseUrl, name) });
    superuser.on('error', () => undefined); // from a server that a test stops
    await superuser.connect();
    const reusable = new ReusableDatabase(database, superuser);
    await reusable.saveInitialState();
    return reusable;
  }

  /**
   * Removes all rows added by tests, and closes all connections except those of `keptApplications`.
   * @returns whether the database is in the same state as after `create`
   */
  async empty(keptApplications: string[]): Promise<boolean> {
    if (!this.database.dataSource.isInitialized) return false;
    await this.superuser.query(
      `select pg_terminate_backend(pid, 10000) from pg_stat_activity
       where datname = current_database() and pid <> pg_backend_pid() and application_name <> all($1)`,
      [keptApplications],
    );
    if ((await this.readSchemaFingerprint()) !== this.schemaFingerprint) return false;
    const tables = await this.listUsedTables();
    const largeTables = tables.filter(({ bytes }) => bytes > TRUNCATED_BYTES).map(({ name }) => name);
    const statements = [
      ...(largeTables.length > 0 ? [`truncate ${largeTables.join()} cascade`] : []),
      ...tables.filter(({ bytes }) => bytes <= TRUNCATED_BYTES).map(({ name }) => `delete from ${name}`),
      ...this.seededTables.map((name) => `insert into ${name} overriding system value table seed_${name}`),
    ];
    await this.superuser.query(statements.join(';'));
    // Otherwise new rows would fill the gaps left by deleted ones, and be returned in a different order than they were
    // inserted.
    const emptiedTables = tables.filter(({ name }) => !this.seededTables.includes(name)).map(({ name }) => name);
    if (emptiedTables.length > 0) await this.superuser.query(`vacuum (analyze off) ${emptiedTables.join()}`);
    return true;
  }

  drop(): Promise<void> {
    this.dropping ??= this.superuser.end().then(() => this.database.drop());
    return this.dropping;
  }

  private async saveInitialState(): Promise<void> {
    // Replicas don't run triggers or check foreign keys.
    await this.superuser.query(
      `set session_replication_role = replica; set lock_timeout = '10s'; set client_min_messages = warning`,
    );
    this.seededTables = (await this.listUsedTables()).map(({ name }) => name);
    for (const name of this.seededTables)
      await this.superuser.query(`create temporary table seed_${name} as table ${name}`);
    this.schemaFingerprint = await this.readSchemaFingerprint();
  }

  private async readSchemaFingerprint(): Promise<string> {
    const { rows } = await this.superuser.query<{ shape: string }>(SCHEMA_FINGERPRINT_SQL);
    return rows[0]?.shape ?? '';
  }

  private async listUsedTables(): Promise<{ name: string; bytes: number }[]> {
    return (await this.superuser.query<{ name: string; bytes: number }>(USED_TABLES_SQL)).rows;
  }
}

const idleDatabases: ReusableDatabase[] = [];

async function createReusable(): Promise<ReusableDatabase> {
  const created = await ReusableDatabase.create();
  onTestsEnd(() => created.drop());
  return created;
}

/**
 * Returns an empty database left by an earlier file in this process, or a new clone; `drop` keeps it for the next file.
 */
export async function borrowTestDatabase(): Promise<TestDatabase> {
  const reusable = idleDatabases.pop() ?? (await createReusable());
  const { url, dataSource } = reusable.database;
  return new TestDatabase(url, dataSource, async () => {
    if (await reusable.empty(['test'])) idleDatabases.push(reusable);
    else await reusable.drop();
  });
}

/**
 * Borrows a database for the enclosing suite. The object is filled before its tests, so only destructure it inside
 * them.
 */
export function useTestDatabase(): TestDatabase {
  const database = TestDatabase.createEmpty();
  beforeAll(async () => {
    Object.assign(database, await borrowTestDatabase());
  });
  afterAll(() => database.drop());
  return database;
}
