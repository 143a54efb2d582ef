import { Redis } from 'ioredis';
import { Client } from 'pg';
import type { DataSource } from 'typeorm';

import { createDataSource } from '@ringwell/database/data-source';

import { testSettings, replaceDatabase } from './test-settings';

/** Machine-independent cost of a piece of work. */
export interface Work {
  transactions: number;
  /** Number of round trips to PostgreSQL, including `begin` and `commit`. */
  statements: number;
  redisCommands: number;
  /** Inserted, updated and deleted rows, including by triggers. */
  rows: number;
  /** New index entries. */
  indexEntries: number;
}

type Method = (this: object, ...args: unknown[]) => unknown;
type SentStatement = string | { text?: string } | undefined;

// A connection discards its plans every few seconds.
const HOUSEKEEPING = /^discard plans/i;
const BEGIN_STATEMENT = /^\s*(begin|start transaction)\b/i;
const END_STATEMENT = /^\s*(commit|rollback)\s*;?\s*$/i;

// Counts records in PostgreSQL's write-ahead log. A page split includes the new entry. A GIN index gets all of a row's
// entries as one list.
const COUNT_WRITES_SQL = `
  select count(distinct start_lsn) filter (where relkind = 'r' and record_type ~ '^(INSERT|UPDATE|HOT_UPDATE|DELETE)')::int as rows,
    count(distinct start_lsn) filter (where relkind = 'i' and (
      resource_manager = 'Btree' and record_type ~ '^(INSERT_LEAF|INSERT_POST|SPLIT)'
      or resource_manager = 'Gin' and record_type = 'UPDATE_META_PAGE'))::int as "indexEntries"
  from pg_get_wal_block_info($1, $2, false) block
    join pg_class relation on pg_relation_filenode(relation.oid) = block.relfilenode
      and relation.relnamespace = 'public'::regnamespace
  where reldatabase = (select oid from pg_database where datname = current_database())`;

/** Counts the process's work. Use one at a time: `stop` restores what `start` replaced. */
export class WorkCounter {
  private readonly query = Reflect.get(Client.prototype, 'query') as Method;
  private readonly sendCommand = Reflect.get(Redis.prototype, 'sendCommand') as Method;
  private readonly clientsInTransaction = new WeakSet<object>();
  private counts = { transactions: 0, statements: 0, redisCommands: 0 };

  /** @param applicationName only counts statements from connections with this name */
  private constructor(
    private readonly dataSource: DataSource,
    private readonly applicationName: string,
  ) {}

  /** Connects as the superuser, who can read PostgreSQL's write-ahead log. */
  static async start(productDataSource: DataSource, applicationName: string): Promise<WorkCounter> {
    const [{ name }] = await productDataSource.query<[{ name: string }]>('select current_database() as name');
    const dataSource = await createDataSource({
      url: replaceDatabase(testSettings().databaseUrl, name),
      poolSize: 1,
      applicationName: 'work-counter',
      statementTimeoutMs: 30_000,
    }).initialize();
    await dataSource.query('create extension if not exists pg_walinspect');
    const counter = new WorkCounter(dataSource, applicationName);
    counter.patchClients();
    return counter;
  }

  async stop(): Promise<void> {
    Object.assign(Client.prototype, { query: this.query });
    Object.assign(Redis.prototype, { sendCommand: this.sendCommand });
    await this.dataSource.destroy();
  }

  /** Returns each metric's minimum over several runs, to exclude the process's periodic work. */
  async measureMinimum(runs: number, work: (run: number) => Promise<unknown>): Promise<Work> {
    const results: Work[] = [];
    for (let run = 0; run < runs; run += 1) results.push(await this.count(() => work(run)));
    const getMinimum = (metric: keyof Work): number => Math.min(...results.map((result) => result[metric]));
    return {
      transactions: getMinimum('transactions'),
      statements: getMinimum('statements'),
      redisCommands: getMinimum('redisCommands'),
      rows: getMinimum('rows'),
      indexEntries: getMinimum('indexEntries'),
    };
  }

  private async count(work: () => Promise<unknown>): Promise<Work> {
    const startPosition = await this.readPosition();
    this.counts = { transactions: 0, statements: 0, redisCommands: 0 };
    await work();
    const { counts } = this;
    const [writes] = await this.dataSource.query<[Pick<Work, 'rows' | 'indexEntries'>]>(COUNT_WRITES_SQL, [
      startPosition,
      await this.readPosition(),
    ]);
    return { ...counts, ...writes };
  }

  // Returns the current end of the log files.
  private async readPosition(): Promise<string> {
    const [{ position }] = await this.dataSource.query<[{ position: string }]>(
      `select pg_logical_emit_message(false, 'work-counter', '', true)::text as position`,
    );
    return position;
  }

  private patchClients(): void {
    const { query, sendCommand } = this;
    const countQuery = (client: Client, statement: SentStatement): void => this.countStatement(client, statement);
    const countCommand = (): void => {
      this.counts.redisCommands += 1;
    };
    Object.assign(Client.prototype, {
      query(this: Client, ...args: unknown[]): unknown {
        countQuery(this, args[0] as SentStatement);
        return query.apply(this, args);
      },
    });
    Object.assign(Redis.prototype, {
      sendCommand(this: Redis, ...args: unknown[]): unknown {
        countCommand();
        return sendCommand.apply(this, args);
      },
    });
  }

  private countStatement(client: Client, statement: SentStatement): void {
    const { application_name: name } = (client as unknown as { connectionParameters: { application_name?: string } })
      .connectionParameters;
    const text = typeof statement === 'string' ? statement : (statement?.text ?? '');
    if (name !== this.applicationName || HOUSEKEEPING.test(text)) return;
    this.counts.statements += 1;
    if (!this.clientsInTransaction.has(client)) this.counts.transactions += 1;
    if (BEGIN_STATEMENT.test(text)) this.clientsInTransaction.add(client);
    if (END_STATEMENT.test(text)) this.clientsInTransaction.delete(client);
  }
}
