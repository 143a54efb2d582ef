import { Entity } from 'typeorm';

import type { GuidelineRule } from '@ringwell/domain/accounts/guideline';
import { FieldsType } from '@ringwell/platform/fields-type';

import { integer, jsonb, primaryKey, reference, text, timestamptz } from '../../columns';
import { Account } from '../account.entity';
import { User } from '../user.entity';

/** A version of an account's guideline. Rows are never changed. The row with the highest version is in force. */
@Entity('guidelines')
export class SavedGuideline extends FieldsType({
  accountId: reference(() => Account, {
    primaryKey: 'pk_guidelines',
    name: 'fk_guidelines_account',
    onDelete: 'CASCADE',
  }),
  /** Starts at 1. */
  version: primaryKey('integer', 'pk_guidelines'),
  text: text({ nullable: true }),
  rules: jsonb<GuidelineRule[]>({ default: () => "'[]'" }),
  restoredVersion: integer({ nullable: true }),
  /** Null for a text that predates versions, and once the user is deleted. */
  savedBy: reference(() => User, {
    name: 'fk_guidelines_saved_by',
    onDelete: 'SET NULL',
    nullable: true,
    index: 'ix_guidelines_saved_by',
  }),
  savedAt: timestamptz({ default: () => 'now()' }),
}) {}
