import { Entity, Index } from 'typeorm';

import type { ErasureKind } from '@ringwell/domain/erasures/erasure';
import { FieldsType } from '@ringwell/platform/fields-type';

import { Account } from '../accounts/account.entity';
import { User } from '../accounts/user.entity';
import {
  boolean,
  column,
  generatedId,
  integer,
  jsonb,
  primaryKey,
  reference,
  text,
  timestamptz,
  uuid,
} from '../columns';

/** A request to delete calls, and its receipt. Records what was erased, when and by whom, without the content. */
@Entity('erasures')
@Index('ix_erasures_account', ['accountId', 'requestedAt'])
export class Erasure extends FieldsType({
  id: generatedId('pk_erasures'),
  accountId: reference(() => Account, 'fk_erasures_account', 'CASCADE'),
  kind: text<ErasureKind>(),
  requestedBy: reference(() => User, 'fk_erasures_requested_by', 'SET NULL', {
    nullable: true,
    index: 'ix_erasures_requested_by',
  }),
  requestedAt: timestamptz({ default: () => 'clock_timestamp()' }),
  /** The erased customer, if the number belongs to a customer. */
  customerId: uuid({ nullable: true }),
  /** The customer's keys in calls. Cleared once all calls are marked. */
  keys: column<string[] | null>('text', { array: true, nullable: true }),
  /** Number of calls to erase: the count at the time of the request, then the number of marked calls. */
  calls: integer({ default: 0 }),
  /** Number of marked calls that count toward the demo limit. */
  demoCalls: integer({ default: 0 }),
  erasedCalls: integer({ default: 0 }),
  /** Number of recordings deleted from storage. */
  recordings: integer({ default: 0 }),
  /**
   * Whether the call's notes were also removed from ServiceTitan; false if ServiceTitan rejected the removal. Null if
   * the removal wasn't requested or isn't done yet.
   */
  notesRemoved: boolean({ nullable: true }),
  finishedAt: timestamptz({ nullable: true }),
}) {}

/**
 * A deleted call, kept until its recording is deleted from storage. It's gone from all other tables, so that no list,
 * search or message can show it.
 */
@Entity('deleted_calls')
@Index('ix_deleted_calls_due', ['eraseAt'])
export class DeletedCall extends FieldsType({
  callId: primaryKey('uuid', 'pk_deleted_calls'),
  accountId: reference(() => Account, 'fk_deleted_calls_account', 'CASCADE', { index: 'ix_deleted_calls_account' }),
  erasureId: reference(() => Erasure, 'fk_deleted_calls_erasure', 'CASCADE', { index: 'ix_deleted_calls_erasure' }),
  recordingKey: text({ nullable: true }),
  /** The notes to remove from ServiceTitan, each after its tenant, such as `Tenant 987/customer:815/note:16`. */
  noteReferences: column<string[] | null>('text', { array: true, nullable: true }),
  /** The call's rows, for undoing the deletion. Null once it can no longer be undone. */
  snapshot: jsonb<object>({ nullable: true }),
  eraseAt: timestamptz(),
}) {}
