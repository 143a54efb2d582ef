import { Entity, Index } from 'typeorm';

import { FieldsType } from '@ringwell/platform/fields-type';

import { User } from '../accounts/user.entity';
import { Created } from '../base-columns';
import { generatedId, jsonb, reference, text } from '../columns';

/** A filter of the call list that a user saved under a name. */
@Entity('saved_filters')
@Index('uq_saved_filters_name', { synchronize: false })
export class SavedFilter extends FieldsType(Created, {
  id: generatedId('pk_saved_filters'),
  userId: reference(() => User, 'fk_saved_filters_user', 'CASCADE'),
  name: text(),
  /** Query parameters of the API's list. */
  filters: jsonb<Record<string, string>>(),
}) {}
