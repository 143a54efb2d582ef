export interface Cost {
  perSecond: number;
  /** PostgreSQL transactions; a statement outside a transaction counts as one. */
  transactions: number;
  redisCommands: number;
  workerCpuMs: number;
  /** PostgreSQL's CPU time; NaN where it can't be measured. */
  databaseCpuMs: number;
}
