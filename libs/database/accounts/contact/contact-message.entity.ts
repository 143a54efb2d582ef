import { Entity } from 'typeorm';

import { FieldsType } from '@ringwell/platform/fields-type';

import { CreatedEntity } from '../../base-columns';
import { generatedId, text, timestamptz } from '../../columns';

@Entity('contact_messages')
export class ContactMessage extends FieldsType(CreatedEntity, {
  id: generatedId('pk_contact_messages'),
  name: text(),
  email: text(),
  phone: text({ nullable: true }),
  company: text({ nullable: true }),
  message: text(),
  ipAddress: text({ nullable: true }),
  userAgent: text({ nullable: true }),
  /** When an administrator marked it as done; null for a new message. */
  doneAt: timestamptz({ nullable: true }),
}) {}
