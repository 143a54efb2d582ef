import { FieldsType } from '@ringwell/platform/fields-type';

import { insertionTime, integer, text, timestamptz } from './columns';

/** Base class for entities that record when they were inserted. */
export class CreatedEntity extends FieldsType({ createdAt: insertionTime() }) {}

/** Base class for entities that represent work to retry until it's done or abandoned with an error. */
export class RetryableEntity extends FieldsType(CreatedEntity, {
  attempts: integer({ default: 0 }),
  /** Earliest time of the next attempt. */
  runAfter: timestamptz({ default: () => 'now()' }),
  errorCode: text({ nullable: true }),
  errorMessage: text({ nullable: true }),
}) {}
