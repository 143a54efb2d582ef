import { Column, Entity, ForeignKey, Index, PrimaryColumn } from 'typeorm';

import { Created } from '../../base-columns';
import { Assistant } from './assistant.entity';

/**
 * A record that `oidc-provider` stores: a client, request, grant, code or token. Values that grant access are stored as
 * hashes.
 */
@Entity('assistant_records')
export class AssistantRecord extends Created {
  /** `oidc-provider`'s model name. */
  @PrimaryColumn('text', { primaryKeyConstraintName: 'pk_assistant_records' })
  kind!: string;

  /** SHA-256 of the id, in hex. A token's or code's id is its value. */
  @PrimaryColumn('text', { primaryKeyConstraintName: 'pk_assistant_records' })
  idHash!: string;

  @Index('ix_assistant_records_assistant')
  @Column('uuid', { nullable: true })
  @ForeignKey(() => Assistant, { name: 'fk_assistant_records_assistant', onDelete: 'CASCADE' })
  assistantId!: string | null;

  @Column('jsonb')
  payload!: object;

  @Column('timestamptz', { nullable: true })
  consumedAt!: Date | null;

  @Index('ix_assistant_records_expires')
  @Column('timestamptz', { nullable: true })
  expiresAt!: Date | null;
}
