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
  /** Engine that writes summaries; null without a language model, missing in rows from older workers. */
  writer?: string | null;
  /** Advice for administrators about the recognizer; missing in rows from older workers. */
  transcriptionProblem?: string | null;
  /** Advice for administrators about the mail server; missing in rows from older workers. */
  mailProblem?: string | null;
  /** What keeps the leader from reading the inbox; missing in rows from older workers. */
  inboxProblem?: string | null;
  /** Advice for administrators about models that providers are shutting down; missing in rows from older workers. */
  modelNotes?: string[];
  /** Models being downloaded for this worker; empty in rows from older workers. */
  modelProgress?: ModelProgress[];
}

@Entity('workers')
export class WorkerRow {
  @PrimaryColumn('uuid', { primaryKeyConstraintName: 'pk_workers' })
  id!: string;

  @Column('text')
  host!: string;

  /** Number of calls it can run concurrently; 0 while it can't access the recordings. */
  @Column('integer')
  slots!: number;

  @Column('jsonb')
  engines!: WorkerEngines;

  /** Product version; missing in rows from older workers. */
  @Column('text', { nullable: true })
  version!: string | null;

  @Column('timestamptz', { default: () => 'now()' })
  startedAt!: Date;

  @Column('timestamptz', { default: () => 'now()' })
  lastSeenAt!: Date;
}
