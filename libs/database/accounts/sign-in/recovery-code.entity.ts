import { Column, Entity, ForeignKey, PrimaryColumn } from 'typeorm';

import { User } from '../user.entity';

/** An unused recovery code. Using it deletes the row. */
@Entity('recovery_codes')
export class RecoveryCode {
  @PrimaryColumn('uuid', { primaryKeyConstraintName: 'pk_recovery_codes' })
  @ForeignKey(() => User, { name: 'fk_recovery_codes_user', onDelete: 'CASCADE' })
  userId!: string;

  /** argon2id in base64url. */
  @PrimaryColumn('text', { primaryKeyConstraintName: 'pk_recovery_codes' })
  codeHash!: string;

  /** A salt in base64url, shared by all of a user's codes. */
  @Column('text')
  salt!: string;

  @Column('timestamptz', { default: () => 'now()' })
  createdAt!: Date;
}
