import type { ClientBase } from 'pg';
import { DataSource, DefaultNamingStrategy } from 'typeorm';

import { ConfigError } from '@ringwell/platform/config/load-config';

import { ENTITIES } from './entities';
import { MIGRATIONS } from './migrations';
import { columnName } from './postgres/column-name';
import { isConnectionTimeout } from './postgres/database-unavailable';
import { configureSession } from './postgres/session-settings';
import { DATABASE_TIME_LIMITS } from './postgres/time-limits';
import { createWatchedClientClass } from './postgres/watched-client';

// Only converts column names, because the entities name their constraints.
class SnakeNamingStrategy extends DefaultNamingStrategy {
  override columnName(propertyName: string, customName: string | undefined): string {
    return customName ?? columnName(propertyName);
  }
}

export interface DatabaseOptions {
  url: string;
  poolSize: number;
  applicationName: string;
  /** PostgreSQL cancels statements that take longer. 0 means no limit. */
  statementTimeoutMs: number;
}

export function createDataSource(options: DatabaseOptions): DataSource {
  return new DataSource({
    type: 'postgres',
    url: options.url,
    applicationName: options.applicationName,
    poolSize: options.poolSize,
    entities: ENTITIES,
    migrations: MIGRATIONS,
    migrationsTransactionMode: 'each',
    namingStrategy: new SnakeNamingStrategy(),
    synchronize: false,
    uuidExtension: 'pgcrypto', // ids come from gen_random_uuid(), which doesn't need an extension
    installExtensions: false,
    logging: false,
    extra: {
      onConnect: (client: ClientBase) =>
        configureSession(client, {
          statement_timeout: options.statementTimeoutMs,
          idle_in_transaction_session_timeout: 10_000,
        }),
      connectionTimeoutMillis: DATABASE_TIME_LIMITS.connection,
      keepAlive: true,
      ...(options.statementTimeoutMs > 0 && { Client: createWatchedClientClass(options.statementTimeoutMs) }),
    },
  });
}

/**
 * Connects to a database. Retries after a timeout, because a process that's starting up on a busy machine may not get
 * around to responding in time.
 * @throws ConfigError if the database can't be used, for example because it's read-only
 */
export async function openDatabase(options: DatabaseOptions, attempts = 3): Promise<DataSource> {
  const dataSource = createDataSource(options);
  try {
    await dataSource.initialize();
    const [settings] = await dataSource.query<[{ encoding: string; isReadOnly: boolean }]>(`
      select current_setting('server_encoding') as encoding, current_setting('transaction_read_only') = 'on' as "isReadOnly"`);
    const problem = findProblem(settings) ?? ((await sharesSessions(dataSource, options)) ? POOLER_PROBLEM : undefined);
    if (problem === undefined) return dataSource;
    throw new ConfigError([{ key: 'DATABASE_URL', problem }]);
  } catch (error) {
    if (dataSource.isInitialized) await dataSource.destroy();
    if (attempts === 1 || !isConnectionTimeout(error)) throw error;
    return openDatabase(options, attempts - 1);
  }
}

const POOLER_PROBLEM =
  'points to a connection pooler in transaction mode; use session mode instead (PgBouncer: pool_mode = session)';

// Behind a pooler in transaction mode, two open connections can share a session. Such a pooler loses a session's locks,
// settings and prepared statements.
async function sharesSessions(dataSource: DataSource, { poolSize }: DatabaseOptions): Promise<boolean> {
  if (poolSize < 2) return false;
  const runners = [dataSource.createQueryRunner(), dataSource.createQueryRunner()];
  try {
    const sessions = new Set<number>();
    for (const runner of runners) {
      const [{ pid }] = (await runner.query('select pg_backend_pid() as pid')) as [{ pid: number }];
      sessions.add(pid);
    }
    return sessions.size < runners.length;
  } finally {
    await Promise.all(runners.map((runner) => runner.release()));
  }
}

function findProblem({ encoding, isReadOnly }: { encoding: string; isReadOnly: boolean }): string | undefined {
  if (encoding !== 'UTF8')
    return `points to a database with the encoding ${encoding}; create another one: create database NAME encoding 'UTF8' template template0`;
  return isReadOnly
    ? 'points to a standby or a read-only database; use a database on the primary that accepts writes'
    : undefined;
}
