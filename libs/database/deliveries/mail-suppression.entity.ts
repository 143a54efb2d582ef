import { Column, CreateDateColumn, Entity, JoinColumn, ManyToOne, PrimaryColumn, type Relation } from 'typeorm';

import { User } from '../accounts/user.entity';

export const MAIL_SUPPRESSION_REASONS = ['unsubscribed'] as const;
export type MailSuppressionReason = (typeof MAIL_SUPPRESSION_REASONS)[number];

@Entity('mail_suppressions')
export class MailSuppression {
  @PrimaryColumn('uuid', { primaryKeyConstraintName: 'pk_mail_suppressions' })
  userId!: string;

  @ManyToOne(() => User, { onDelete: 'CASCADE' })
  @JoinColumn({ name: 'user_id', foreignKeyConstraintName: 'fk_mail_suppressions_user' })
  user?: Relation<User>;

  /** In lower case. */
  @PrimaryColumn('text', { primaryKeyConstraintName: 'pk_mail_suppressions' })
  address!: string;

  @Column('text')
  reason!: MailSuppressionReason;

  @CreateDateColumn({ type: 'timestamptz' })
  createdAt!: Date;
}
