/** What one call costs. */
export interface Cost {
  /** Calls. */
  perSecond: number;
  /** Transactions of PostgreSQL, single statements included. */
  transactions: number;
  redisCommands: number;
  /** Processor time of the process that runs the calls. */
  workerCpuMs: number;
  /** Processor time of PostgreSQL; NaN where the machine does not tell. */
  databaseCpuMs: number;
}
