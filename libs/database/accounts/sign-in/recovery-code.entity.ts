import { Column, Entity, JoinColumn, ManyToOne, PrimaryColumn, type Relation } from 'typeorm';

import { User } from '../user.entity';

/** An unused recovery code. Using it deletes the row. */
@Entity('recovery_codes')
export class RecoveryCode {
  @PrimaryColumn('uuid', { primaryKeyConstraintName: 'pk_recovery_codes' })
  userId!: string;

  @ManyToOne(() => User, { onDelete: 'CASCADE' })
  @JoinColumn({ name: 'user_id', foreignKeyConstraintName: 'fk_recovery_codes_user' })
  user?: Relation<User>;

  /** argon2id in base64url. */
  @PrimaryColumn('text', { primaryKeyConstraintName: 'pk_recovery_codes' })
  codeHash!: string;

  /** A salt in base64url, shared by all codes of a user. */
  @Column('text')
  salt!: string;

  @Column('timestamptz', { default: () => 'now()' })
  createdAt!: Date;
}
