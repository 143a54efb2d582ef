import { Entity, Index } from 'typeorm';

import { FieldsType } from '@ringwell/platform/fields-type';

import { Account } from '../accounts/account.entity';
import { CreatedEntity } from '../base-columns';
import { boolean, date, generatedId, reference } from '../columns';

/** An account's letter about a week. Its contents are read when it's sent. */
@Entity('weekly_letters')
@Index('ix_weekly_letters_account', ['accountId', 'createdAt'])
export class WeeklyLetterRow extends FieldsType(CreatedEntity, {
  id: generatedId('pk_weekly_letters'),
  accountId: reference(() => Account, 'fk_weekly_letters_account', 'CASCADE'),
  /** The week's Monday, as YYYY-MM-DD. */
  week: date(),
  /** True if a member requested it as a test. */
  isTest: boolean({ default: false }),
}) {}
