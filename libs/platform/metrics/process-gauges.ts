import { Gauge, type Registry } from 'prom-client';

/** Functions that are called at each scrape. */
export interface ProcessState {
  /** Connections to PostgreSQL, and requests waiting for one. */
  databasePool: () => { total: number; idle: number; waiting: number };
  isRedisReady: () => boolean;
  /** Whether this worker is the leader. */
  isLeader?: () => boolean;
}

/** Gauges of the process's connections and role. */
export class ProcessGauges {
  constructor(registry: Registry, { databasePool, isRedisReady, isLeader }: ProcessState) {
    const registers = [registry];
    new Gauge({
      name: 'ringwell_database_pool_connections',
      help: 'Connections of the pool to PostgreSQL, by whether one is in use.',
      labelNames: ['state'],
      registers,
      collect() {
        const { total, idle } = databasePool();
        this.set({ state: 'idle' }, idle);
        this.set({ state: 'in_use' }, total - idle);
      },
    });
    new Gauge({
      name: 'ringwell_database_pool_waiting',
      help: 'Statements that wait for a connection of the pool.',
      registers,
      collect() {
        this.set(databasePool().waiting);
      },
    });
    new Gauge({
      name: 'ringwell_redis_up',
      help: 'Whether this process has a connection to Redis.',
      registers,
      collect() {
        this.set(isRedisReady() ? 1 : 0);
      },
    });
    if (isLeader) {
      new Gauge({
        name: 'ringwell_leader',
        help: 'Whether this worker leads: it releases calls and puts right what others left behind.',
        registers,
        collect() {
          this.set(isLeader() ? 1 : 0);
        },
      });
    }
  }
}
