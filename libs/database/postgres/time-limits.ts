/**
 * How long the API and workers wait for PostgreSQL, in milliseconds. Tests wait longer, because their machine may be
 * busy.
 */
export const DATABASE_TIME_LIMITS = {
  /** Time to get a free or new connection from the pool. */
  connection: 5_000,
  /** No request needs longer, and slower statements must not tie up a pooled connection. */
  apiStatement: 5_000,
  workerStatement: 30_000,
};
