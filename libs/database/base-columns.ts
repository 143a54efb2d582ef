import { FieldsType } from '@ringwell/platform/fields-type';

import { insertionTime, integer, text, timestamptz } from './columns';

/** Base of entities that record when they were inserted. */
export class Created extends FieldsType({ createdAt: insertionTime() }) {}

/** Base of entities for work that is attempted until it is done, or given up with an error. */
export class Attempted extends FieldsType(Created, {
  attempts: integer({ default: 0 }),
  /** No attempt starts before this time. */
  runAfter: timestamptz({ default: () => 'now()' }),
  errorCode: text({ nullable: true }),
  errorMessage: text({ nullable: true }),
}) {}
