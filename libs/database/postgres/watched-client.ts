import type { Socket } from 'node:net';

import { Client, type ClientConfig } from 'pg';
import type { EntityManager } from 'typeorm';

import { rows } from './sql';

/** The way there and back, on top of what PostgreSQL itself may take. */
const SILENCE_GRACE_MS = 5_000;

/**
 * A connection whose server may vanish without closing it, as a machine does that loses power. PostgreSQL cancels a statement
 * that takes too long, so who waits longer waits for nobody: the connection is broken off, and what waited fails as for any that is
 * lost.
 */
export class WatchedClient extends Client {
  /** @param statementTimeoutMs when PostgreSQL cancels a statement on this connection */
  constructor(config: string | ClientConfig | undefined, statementTimeoutMs: number) {
    super(config);
    this.once('connect', () => {
      this.socket.on('timeout', () => {
        if (this.isAsking) this.socket.destroy(new Error('Connection terminated: the server has fallen silent'));
      });
      this.allowStatements(statementTimeoutMs);
    });
  }

  /** From now on its statements may take so long. */
  allowStatements(timeoutMs: number): void {
    this.socket.setTimeout(timeoutMs + SILENCE_GRACE_MS);
  }

  private get socket(): Socket {
    return (this as unknown as { connection: { stream: Socket } }).connection.stream;
  }

  /** Whether a statement is under way: a connection that rests in the pool may be silent. */
  private get isAsking(): boolean {
    return (this as unknown as { _activeQuery: unknown })._activeQuery !== null;
  }
}

/** For the option `Client` of a pool. */
export function watchedClient(statementTimeoutMs: number): typeof Client {
  return class extends WatchedClient {
    constructor(config?: string | ClientConfig) {
      super(config, statementTimeoutMs);
    }
  };
}

/** Lets the statements of this transaction take longer than those of others. Its connection is watched by that measure until it is closed. */
export async function allowLongStatements(manager: EntityManager, timeoutMs: number): Promise<void> {
  await rows(manager, `set local statement_timeout = ${timeoutMs}`);
  const client: unknown = await manager.queryRunner?.connect();
  if (client instanceof WatchedClient) client.allowStatements(timeoutMs);
}
