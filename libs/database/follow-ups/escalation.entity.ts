import { Entity, Index } from 'typeorm';

import { FieldsType } from '@ringwell/platform/fields-type';

import { Account } from '../accounts/account.entity';
import { CreatedEntity } from '../base-columns';
import { generatedId, reference } from '../columns';

/** A notification to an account about overdue follow-ups. */
@Entity('escalations')
@Index('ix_escalations_account', ['accountId', 'createdAt'])
export class Escalation extends FieldsType(CreatedEntity, {
  id: generatedId('pk_escalations'),
  accountId: reference(() => Account, 'fk_escalations_account', 'CASCADE'),
}) {}
