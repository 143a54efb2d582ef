import { Entity } from 'typeorm';

import { FieldsType } from '@ringwell/platform/fields-type';

import { boolean, integer, reference, timestamptz, uuid } from '../columns';
import { Call } from './call.entity';

/** A call with a result whose text hasn't been written yet. Its note waits for the text until `giveUpAt`. */
@Entity('pending_words')
export class PendingWords extends FieldsType({
  callId: reference(() => Call, 'fk_pending_words_call', 'CASCADE', { primaryKey: 'pk_pending_words' }),
  accountId: uuid(),
  /** The result's run. */
  runNumber: integer(),
  /** When the text is due or, while it's being written, when another worker may start over. */
  runAfter: timestamptz({ default: () => 'now()', index: 'ix_pending_words_due' }),
  leaseToken: uuid({ nullable: true }),
  /** True if a user requested new text for a call that already had some. */
  isRewrite: boolean({ default: false }),
  giveUpAt: timestamptz(),
}) {}
