import { Entity, Index } from 'typeorm';

import { FieldsType } from '@ringwell/platform/fields-type';

import { CreatedEntity } from '../../base-columns';
import { generatedId, jsonb, reference, text } from '../../columns';
import { Account } from '../account.entity';
import { User } from '../user.entity';

@Entity('activity_logs')
@Index('ix_activity_logs_user', ['userId'])
@Index('ix_activity_logs_created', ['createdAt'])
@Index('ix_activity_logs_action', ['action', 'createdAt', 'id'])
export class ActivityLog extends FieldsType(CreatedEntity, {
  id: generatedId('pk_activity_logs'),
  userId: reference(() => User, 'fk_activity_logs_user', 'SET NULL', { nullable: true }),
  /**
   * The account that the entry is about; null for entries that are only about a user, and once the account is deleted.
   */
  accountId: reference(() => Account, 'fk_activity_logs_account', 'SET NULL', { nullable: true }),
  action: text(),
  description: text(),
  metadata: jsonb<Record<string, unknown>>({ nullable: true }),
  ipAddress: text({ nullable: true }),
  userAgent: text({ nullable: true }),
}) {}
