import { Column, Entity, PrimaryGeneratedColumn } from 'typeorm';

import { Created } from '../../base-columns';

@Entity('contact_messages')
export class ContactMessage extends Created {
  @PrimaryGeneratedColumn('uuid', { primaryKeyConstraintName: 'pk_contact_messages' })
  id!: string;

  @Column('text')
  name!: string;

  @Column('text')
  email!: string;

  @Column('text', { nullable: true })
  phone!: string | null;

  @Column('text', { nullable: true })
  company!: string | null;

  @Column('text')
  message!: string;

  @Column('text', { nullable: true })
  ipAddress!: string | null;

  @Column('text', { nullable: true })
  userAgent!: string | null;

  /** When an administrator marked it as done; null for a new message. */
  @Column('timestamptz', { nullable: true })
  doneAt!: Date | null;
}
