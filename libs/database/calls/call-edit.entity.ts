import { Entity, Index } from 'typeorm';

import type { EditedField } from '@ringwell/domain/calls/word-edits';
import { FieldsType } from '@ringwell/platform/fields-type';

import { Account } from '../accounts/account.entity';
import { User } from '../accounts/user.entity';
import { generatedId, reference, text, timestamptz } from '../columns';
import { Call } from './call.entity';

/**
 * A user's edit to a call's text. The latest edit to each field is also written to the analysis of the call's result;
 * see `OriginalWords`. Rows are never updated.
 */
@Entity('call_edits')
@Index('ix_call_edits_call', ['callId', 'editedAt'])
export class CallEdit extends FieldsType({
  id: generatedId('pk_call_edits'),
  callId: reference(() => Call, 'fk_call_edits_call', 'CASCADE'),
  accountId: reference(() => Account, 'fk_call_edits_account', 'CASCADE', { index: 'ix_call_edits_account' }),
  field: text<EditedField>(),
  /** Null if the original was restored. */
  text: text({ nullable: true }),
  editedBy: reference(() => User, 'fk_call_edits_edited_by', 'SET NULL', {
    nullable: true,
    index: 'ix_call_edits_edited_by',
  }),
  /** With millisecond precision, because clients send it back. */
  editedAt: timestamptz({ precision: 3 }),
}) {}
