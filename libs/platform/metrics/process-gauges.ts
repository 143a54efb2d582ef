import { Gauge, type Registry } from 'prom-client';

export interface ProcessState {
  databasePool: () => { total: number; idle: number; waiting: number };
  assertRedisWritable: () => Promise<void>;
  isLeader?: () => boolean;
}

export class ProcessGauges {
  constructor(registry: Registry, { databasePool, assertRedisWritable, isLeader }: ProcessState) {
    const registers = [registry];
    new Gauge({
      name: 'ringwell_database_pool_connections',
      help: 'PostgreSQL connections in the pool by state.',
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
      help: 'Statements waiting for a pooled PostgreSQL connection.',
      registers,
      collect() {
        this.set(databasePool().waiting);
      },
    });
    new Gauge({
      name: 'ringwell_redis_up',
      help: '1 if Redis accepts writes from this process, otherwise 0.',
      registers,
      async collect() {
        const isWritable = await assertRedisWritable().then(
          () => 1,
          () => 0,
        );
        this.set(isWritable);
      },
    });
    if (isLeader) {
      new Gauge({
        name: 'ringwell_leader',
        help: '1 if this worker is the leader, which releases calls and recovers abandoned work, otherwise 0.',
        registers,
        collect() {
          this.set(isLeader() ? 1 : 0);
        },
      });
    }
  }
}
