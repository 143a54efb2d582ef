import { Entity, Index } from 'typeorm';

import { FieldsType } from '@ringwell/platform/fields-type';

import { column, reference, text, timestamptz, uuid } from '../columns';
import { Call } from './call.entity';

/**
 * The search document of a call that has ended or has waited for a long time. Searches read other calls directly.
 * Written by triggers and the leader.
 */
@Entity('call_search')
@Index('ix_call_search', { synchronize: false })
export class CallSearchDocument extends FieldsType({
  callId: reference(() => Call, 'fk_call_search_call', 'CASCADE', { primaryKey: 'pk_call_search' }),
  accountId: uuid(),
  createdAt: timestamptz(),
  /** Stems of the words in its transcript, summary, names, numbers and ids, with their positions. */
  words: column<string>('tsvector'),
  /** The customer's name and the digits of the phone numbers. */
  names: text(),
}) {}
