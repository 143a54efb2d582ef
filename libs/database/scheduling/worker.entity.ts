import { Entity } from 'typeorm';

import { FieldsType } from '@ringwell/platform/fields-type';

import { integer, jsonb, primaryKey, text, timestamptz } from '../columns';

/** A model that `npm start` or `npm run models -- auto` is downloading. */
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
  /** Engine that writes summaries; null if there's no language model, missing in rows from older workers. */
  writer?: string | null;

  /** Advice for administrators about the recognizer; missing in rows from older workers. */
  transcriptionProblem?: string | null;

  /** Advice for administrators about calls that are waiting for them; missing in rows from older workers. */
  callProblem?: string | null;

  /** Advice for administrators about messages that are waiting for them; missing in rows from older workers. */
  messageProblem?: string | null;

  /** Advice for administrators about the mail server; missing in rows from older workers. */
  mailProblem?: string | null;

  /** Why the leader can't read the inbox; missing in rows from older workers. */
  inboxProblem?: string | null;

  /** Advice for administrators about models that providers are shutting down; missing in rows from older workers. */
  modelNotes?: string[];

  /** Models being downloaded for this worker; empty in rows from older workers. */
  modelProgress?: ModelProgress[];
}

@Entity('workers')
export class WorkerRow extends FieldsType({
  id: primaryKey('uuid', 'pk_workers'),
  host: text(),
  /** Number of calls it can run concurrently; 0 while it can't access the recordings. */
  slots: integer(),
  engines: jsonb<WorkerEngines>(),
  /** Product version; missing in rows from older workers. */
  version: text({ nullable: true }),
  startedAt: timestamptz({ default: () => 'now()' }),
  lastSeenAt: timestamptz({ default: () => 'now()' }),
}) {}
