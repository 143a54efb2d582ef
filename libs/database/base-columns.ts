import { Column, CreateDateColumn } from 'typeorm';

/** Base of entities that record when they were inserted. */
export abstract class Created {
  @CreateDateColumn({ type: 'timestamptz' })
  createdAt!: Date;
}

/** Base of entities for work that is attempted until it is done, or given up with an error. */
export abstract class Attempted extends Created {
  @Column('integer', { default: 0 })
  attempts!: number;

  /** No attempt starts before this time. */
  @Column('timestamptz', { default: () => 'now()' })
  runAfter!: Date;

  @Column('text', { nullable: true })
  errorCode!: string | null;

  @Column('text', { nullable: true })
  errorMessage!: string | null;
}
