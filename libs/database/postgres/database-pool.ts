import { Injectable } from '@nestjs/common';
import type { Pool } from 'pg';
import type { DataSource } from 'typeorm';

/** The connections of this process to PostgreSQL, counted. */
@Injectable()
export class DatabasePool {
  constructor(private readonly dataSource: DataSource) {}

  counts(): { total: number; idle: number; waiting: number } {
    const {
      totalCount: total,
      idleCount: idle,
      waitingCount: waiting,
    } = (this.dataSource.driver as unknown as { master: Pool }).master;
    return { total, idle, waiting };
  }
}
