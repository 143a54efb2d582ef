import { Column, Entity, PrimaryColumn } from 'typeorm';

/** The engines a worker runs, by name. */
export interface WorkerEngines {
  transcription: string;
  analysis: string;
}

/** A worker process that is, or was, alive. */
@Entity('workers')
export class WorkerRow {
  @PrimaryColumn('uuid', { primaryKeyConstraintName: 'pk_workers' })
  id!: string;

  @Column('text')
  host!: string;

  /** Calls it runs at once: 0 while it cannot reach the recordings. */
  @Column('integer')
  slots!: number;

  @Column('jsonb')
  engines!: WorkerEngines;

  @Column('timestamptz', { default: () => 'now()' })
  startedAt!: Date;

  @Column('timestamptz', { default: () => 'now()' })
  lastSeenAt!: Date;
}
