import { Entity } from 'typeorm';

import type { GuidelineRule } from '@ringwell/domain/accounts/guideline';
import { FieldsType } from '@ringwell/platform/fields-type';

import { integer, jsonb, primaryKey, reference, text, timestamptz } from '../../columns';
import { Account } from '../account.entity';
import { User } from '../user.entity';

/** A version of an account's guideline. Rows are never updated. The highest version is in effect. */
@Entity('guidelines')
export class SavedGuideline extends FieldsType({
  accountId: reference(() => Account, 'fk_guidelines_account', 'CASCADE', { primaryKey: 'pk_guidelines' }),
  /** Starts at 1. */
  version: primaryKey('integer', 'pk_guidelines'),
  text: text({ nullable: true }),
  rules: jsonb<GuidelineRule[]>({ default: () => "'[]'" }),
  restoredVersion: integer({ nullable: true }),
  /** Null for guidelines that predate versioning, and once the user is deleted. */
  savedBy: reference(() => User, 'fk_guidelines_saved_by', 'SET NULL', {
    nullable: true,
    index: 'ix_guidelines_saved_by',
  }),
  savedAt: timestamptz({ default: () => 'now()' }),
}) {}
