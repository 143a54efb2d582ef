import { Client, type ClientConfig } from 'pg';
import type { EntityManager } from 'typeorm';

import { hasActiveQuery, getSocket } from '@ringwell/platform/driver-internals/pg';
import { getClient } from '@ringwell/platform/driver-internals/typeorm';

import { rows } from './sql';

// Added to the statement timeout.
const ROUND_TRIP_ALLOWANCE_MS = 5_000;
// https://www.postgresql.org/docs/current/errcodes-appendix.html
const READ_ONLY = '25006';

/**
 * A client that notices when its server vanishes without closing the connection, for example after a power failure.
 * PostgreSQL cancels slow statements itself, so a longer silence means that the server is gone. The client then closes
 * the connection, and the running statement fails as with any lost connection. Measured with `npm run test:faults`: an
 * upload gets its 503 after 5 s while PostgreSQL is unresponsive; TCP alone gives up after about 15 minutes.
 */
export class WatchedClient extends Client {
  /** @throws Error if pipelining is on */
  constructor(config: string | ClientConfig | undefined, statementTimeoutMs: number) {
    super(config);
    if (this.pipeline) throw new Error('Pipelining is not supported: it hides which statement is running.');
    // While the pool hands a new connection over to TypeORM, neither listens for errors. PostgreSQL may close it at
    // that moment, and an error without a listener crashes the process. The next statement then fails, which both
    // handle.
    this.on('error', () => undefined);
    this.watchQueries(statementTimeoutMs);
    this.once('connect', () => {
      const socket = getSocket(this);
      socket.on('timeout', () => {
        // An idle connection in the pool may be silent.
        if (hasActiveQuery(this)) socket.destroy(new Error('Connection terminated: the server stopped responding'));
      });
      this.setStatementTimeout(statementTimeoutMs);
    });
  }

  /**
   * Resets a longer timeout when its transaction ends. Closes the connection after a rejected write, because its
   * session stays read-only even once the server accepts writes again, for example after a full disk or a failover.
   */
  private watchQueries(statementTimeoutMs: number): void {
    const query = this.query.bind(this) as (...parameters: unknown[]) => unknown;
    const watchedQuery = (...parameters: unknown[]): unknown => {
      const [statement] = parameters;
      const result = query(...parameters);
      if (result instanceof Promise)
        result.then(
          () => {
            if (statement === 'COMMIT' || statement === 'ROLLBACK') this.setStatementTimeout(statementTimeoutMs);
          },
          ({ code }: NodeJS.ErrnoException) => {
            if (code === READ_ONLY) getSocket(this).destroy(new Error('Connection terminated: read-only session'));
          },
        );
      return result;
    };
    this.query = watchedQuery as typeof this.query;
  }

  setStatementTimeout(timeoutMs: number): void {
    getSocket(this).setTimeout(timeoutMs + ROUND_TRIP_ALLOWANCE_MS);
  }
}

export function createWatchedClientClass(statementTimeoutMs: number): typeof Client {
  return class extends WatchedClient {
    constructor(config?: string | ClientConfig) {
      super(config, statementTimeoutMs);
    }
  };
}

/**
 * Raises the time limit for this transaction's statements.
 * @throws Error outside a transaction, where PostgreSQL ignores `set local`
 */
export async function allowLongStatements(manager: EntityManager, timeoutMs = 60_000): Promise<void> {
  const runner = manager.queryRunner;
  if (!runner?.isTransactionActive) throw new Error('Long statements are only possible in a transaction.');
  await rows(manager, `set local statement_timeout = ${timeoutMs}`);
  const client = await getClient(runner);
  if (client instanceof WatchedClient) client.setStatementTimeout(timeoutMs);
}
