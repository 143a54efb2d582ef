import { Column, Entity, PrimaryColumn } from 'typeorm';

/** A model that `npm start` or `npm run models -- auto` downloads. */
export interface ModelProgress {
  name: string;
  purpose: string;
  receivedBytes: number;
  totalBytes: number;
  /** Why the download is stalled, as a sentence. */
  problem: string | null;
}

export interface WorkerEngines {
  transcription: string;
  analysis: string;
  /** Engine that writes summaries; null without a language model, missing in rows of older workers. */
  writer?: string | null;
  /** Advice for administrators about the recognizer; missing in rows of older workers. */
  transcriptionProblem?: string | null;
  /** Advice for administrators about the mail server; missing in rows of older workers. */
  mailProblem?: string | null;
  /** What keeps the leader from reading the inbox; missing in rows of older workers. */
  inboxProblem?: string | null;
  /** Advice for administrators about models that their providers shut down; missing in rows of older workers. */
  modelNotes?: string[];
  /** Models that are being downloaded for this worker; none in rows of older workers. */
  modelProgress?: ModelProgress[];
}

@Entity('workers')
export class WorkerRow {
  @PrimaryColumn('uuid', { primaryKeyConstraintName: 'pk_workers' })
  id!: string;

  @Column('text')
  host!: string;

  /** Number of calls it can run at the same time; 0 while it cannot reach the recordings. */
  @Column('integer')
  slots!: number;

  @Column('jsonb')
  engines!: WorkerEngines;

  /** Version of the product; missing in rows of older workers. */
  @Column('text', { nullable: true })
  version!: string | null;

  @Column('timestamptz', { default: () => 'now()' })
  startedAt!: Date;

  @Column('timestamptz', { default: () => 'now()' })
  lastSeenAt!: Date;
}
