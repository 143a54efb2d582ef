import { Entity } from 'typeorm';

import { FieldsType } from '@ringwell/platform/fields-type';

import { CreatedEntity } from '../../base-columns';
import { jsonb, primaryKey, reference, timestamptz } from '../../columns';
import { Assistant } from './assistant.entity';

/**
 * A record that `oidc-provider` stores: a client, request, grant, code or token. Values that grant access are stored as
 * hashes.
 */
@Entity('assistant_records')
export class AssistantRecord extends FieldsType(CreatedEntity, {
  /** `oidc-provider`'s model name. */
  kind: primaryKey('text', 'pk_assistant_records'),
  /** SHA-256 of the id, in hex. A token's or code's id is its value. */
  idHash: primaryKey('text', 'pk_assistant_records'),
  assistantId: reference(() => Assistant, 'fk_assistant_records_assistant', 'CASCADE', {
    nullable: true,
    index: 'ix_assistant_records_assistant',
  }),
  payload: jsonb<object>(),
  consumedAt: timestamptz({ nullable: true }),
  expiresAt: timestamptz({ nullable: true, index: 'ix_assistant_records_expires' }),
}) {}
