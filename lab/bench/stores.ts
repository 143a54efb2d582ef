import { randomBytes } from 'node:crypto';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';

import { Redis } from 'ioredis';
import { Pool } from 'pg';

import { migrate } from '@ringwell/database/migrate';

import { serverCpuMs } from './machine';

export interface BenchTarget {
  /** A server used only for this run, with a user who can create databases. */
  databaseUrl: string;
  redisUrl: string;
  folder: string;
}

const TEMPLATE_DATABASE = 'bench_template';
const KEYS = {
  SECRETS_KEY: randomBytes(32).toString('base64'),
  SESSION_KEY: randomBytes(32).toString('base64'),
};
const NO_RATE_LIMITS = {
  RATE_LIMIT_PER_ADDRESS: '1000000',
  RATE_LIMIT_PER_ACCOUNT: '1000000',
  RATE_LIMIT_TIGHT_FACTOR: '100000',
};

/** A section's database, queue prefix and recordings folder. */
export class BenchStores {
  /** A single connection, so that the benchmark's own statements can be subtracted. */
  private readonly pool: Pool;
  readonly redis: Redis;
  readonly url: string;
  private statementCount = 0;
  private readonly storageDir: string;

  private constructor(
    private readonly target: BenchTarget,
    private readonly name: string,
  ) {
    this.url = buildDatabaseUrl(target.databaseUrl, name);
    this.pool = new Pool({ connectionString: this.url, max: 1 });
    this.pool.on('error', () => undefined); // dropping the database ends idle connections
    this.redis = new Redis(target.redisUrl);
    this.storageDir = join(target.folder, name);
  }

  /** Ends with a checkpoint, so that earlier sections' pending writes aren't measured. */
  static async create(target: BenchTarget): Promise<BenchStores> {
    const name = `bench_${randomBytes(4).toString('hex')}`;
    await runAsAdmin(target, `create database ${name} template ${TEMPLATE_DATABASE}`);
    await runAsAdmin(target, 'checkpoint');
    return new BenchStores(target, name);
  }

  static async createTemplate(target: BenchTarget): Promise<void> {
    await runAsAdmin(target, `create database ${TEMPLATE_DATABASE}`);
    await migrate(buildDatabaseUrl(target.databaseUrl, TEMPLATE_DATABASE));
  }

  env(settings: Record<string, string> = {}): Record<string, string> {
    return {
      NODE_ENV: 'test',
      DATABASE_URL: this.url,
      REDIS_URL: this.target.redisUrl,
      QUEUE_PREFIX: this.queuePrefix,
      STORAGE_DIR: this.storageDir,
      WORK_DIR: join(this.target.folder, 'work'), // the checkout's folder may belong to another user
      ...KEYS,
      PORT: '0',
      TRANSCRIPTION_ENGINE: 'pocketsphinx',
      ANALYSIS_ENGINE: 'local',
      ...NO_RATE_LIMITS,
      ...settings,
    };
  }

  get queuePrefix(): string {
    return this.name.replace('_', '-');
  }

  async query<Row>(sql: string, parameters: unknown[] = []): Promise<Row[]> {
    this.statementCount += 1;
    return (await this.pool.query(sql, parameters)).rows as Row[];
  }

  /** Number of transactions on other connections. Open connections report their latest transactions with a delay. */
  async countTransactions(): Promise<number> {
    await this.query('select pg_stat_force_next_flush()');
    const statementCount = this.statementCount;
    const [database] = await this.query<{ commits: string }>(
      'select xact_commit as commits from pg_stat_database where datname = current_database()',
    );
    return Number(database?.commits) - statementCount;
  }

  async countRedisCommands(): Promise<number> {
    const stats = await this.redis.info('stats');
    return Number(/total_commands_processed:(\d+)/.exec(stats)?.[1]);
  }

  async measureDatabaseCpuMs(): Promise<number> {
    const [backend] = await this.query<{ pid: number }>('select pg_backend_pid() as pid');
    return serverCpuMs(backend?.pid ?? 0);
  }

  async drop(): Promise<void> {
    await this.pool.end();
    this.redis.disconnect();
    await runAsAdmin(this.target, `drop database ${this.name} with (force)`);
    await rm(this.storageDir, { recursive: true, force: true });
  }
}

async function runAsAdmin({ databaseUrl }: BenchTarget, sql: string): Promise<void> {
  const pool = new Pool({ connectionString: databaseUrl, max: 1 });
  await pool.query(sql);
  await pool.end();
}

function buildDatabaseUrl(serverUrl: string, database: string): string {
  const url = new URL(serverUrl);
  url.pathname = `/${database}`;
  return url.toString();
}
