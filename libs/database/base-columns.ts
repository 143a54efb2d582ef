import { Column, CreateDateColumn } from 'typeorm';

/** Base class for entities that record when they were inserted. */
export abstract class Created {
  @CreateDateColumn({ type: 'timestamptz' })
  createdAt!: Date;
}

/** Base class for entities for work that's retried until it's done or abandoned with an error. */
export abstract class Attempted extends Created {
  @Column('integer', { default: 0 })
  attempts!: number;

  /** Earliest time of the next attempt. */
  @Column('timestamptz', { default: () => 'now()' })
  runAfter!: Date;

  @Column('text', { nullable: true })
  errorCode!: string | null;

  @Column('text', { nullable: true })
  errorMessage!: string | null;
}
