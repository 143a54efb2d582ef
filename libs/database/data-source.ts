import { DataSource, DefaultNamingStrategy } from 'typeorm';

import { ENTITIES } from './entities';
import { MIGRATIONS } from './migrations';
import { watchedClient } from './postgres/watched-client';

// Maps `callId` in code to `call_id` in the database. Names of constraints come from the entities.
class SnakeNamingStrategy extends DefaultNamingStrategy {
  override columnName(propertyName: string, customName: string | undefined): string {
    return customName ?? propertyName.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
  }
}

export interface DatabaseOptions {
  url: string;
  poolSize: number;
  applicationName: string;
  /** Longer statements are canceled by PostgreSQL. 0 for no limit. */
  statementTimeoutMs: number;
  /** Longest wait for a connection, also for a free one of the pool. Five seconds by default. */
  connectionTimeoutMs?: number;
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
    uuidExtension: 'pgcrypto', // ids come from gen_random_uuid(), which needs no extension
    installExtensions: false,
    logging: false,
    extra: {
      statement_timeout: options.statementTimeoutMs,
      idle_in_transaction_session_timeout: 10_000,
      connectionTimeoutMillis: options.connectionTimeoutMs ?? 5_000,
      keepAlive: true,
      ...(options.statementTimeoutMs > 0 && { Client: watchedClient(options.statementTimeoutMs) }),
    },
  });
}
