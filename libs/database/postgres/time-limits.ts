/** How long api and worker wait for PostgreSQL, in milliseconds. Tests wait longer, because their machine may be busy. */
export const DATABASE_TIME_LIMITS = {
  /** Time to get a free connection from the pool, or a new one. */
  connection: 5_000,
  /** No request needs longer. A slower statement must not occupy a pooled connection. */
  apiStatement: 5_000,
  workerStatement: 30_000,
};
