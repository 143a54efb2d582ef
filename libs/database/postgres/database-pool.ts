import { Injectable } from '@nestjs/common';
import type { Pool } from 'pg';
import type { DataSource } from 'typeorm';

import { getPool } from '@ringwell/platform/driver-internals/typeorm';

/** Counts this process's connections to PostgreSQL. Rejects a data source with replication. */
@Injectable()
export class DatabasePool {
  private readonly pool: Pool;

  constructor(dataSource: DataSource) {
    this.pool = getPool(dataSource);
  }

  getCounts(): { total: number; idle: number; waiting: number } {
    return { total: this.pool.totalCount, idle: this.pool.idleCount, waiting: this.pool.waitingCount };
  }
}
