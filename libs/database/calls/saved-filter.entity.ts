import { Entity } from 'typeorm';

import { FieldsType } from '@ringwell/platform/fields-type';

import { User } from '../accounts/user.entity';
import { CreatedEntity } from '../base-columns';
import { generatedId, jsonb, reference, text } from '../columns';

/** A named call list filter saved by a user. */
@Entity('saved_filters')
export class SavedFilter extends FieldsType(CreatedEntity, {
  id: generatedId('pk_saved_filters'),
  userId: reference(() => User, 'fk_saved_filters_user', 'CASCADE'),
  name: text(),
  /** Query parameters for the API's call list. */
  filters: jsonb<Record<string, string>>(),
}) {}
