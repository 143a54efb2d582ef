import { Column, CreateDateColumn, Entity, ForeignKey, Index, PrimaryColumn } from 'typeorm';

import { FollowUp } from '../follow-ups/follow-up.entity';
import { Delivery } from './delivery.entity';

/** A used link for taking a follow-up. Each link works once. */
@Entity('follow_up_links')
@Index('ix_follow_up_links_follow_up', ['followUpId'])
export class FollowUpLink {
  @PrimaryColumn('uuid', { primaryKeyConstraintName: 'pk_follow_up_links' })
  @ForeignKey(() => Delivery, { name: 'fk_follow_up_links_delivery', onDelete: 'CASCADE' })
  deliveryId!: string;

  @PrimaryColumn('uuid', { primaryKeyConstraintName: 'pk_follow_up_links' })
  @ForeignKey(() => FollowUp, { name: 'fk_follow_up_links_follow_up', onDelete: 'CASCADE' })
  followUpId!: string;

  /** Address that received the message, or the name entered. */
  @Column('text')
  usedBy!: string;

  @CreateDateColumn({ type: 'timestamptz' })
  usedAt!: Date;
}
