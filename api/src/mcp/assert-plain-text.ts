import type { FieldError } from '@ringwell/domain/errors/app-error';
import { hasLoneSurrogate } from '@ringwell/domain/text/sanitize-for-storage';

import { validationFailed } from '../http/request/strict-validation.pipe';

const CONTROL_CHARACTER = /[^\P{Cc}\t\r\n]/u;

/**
 * Rejects tool arguments that PostgreSQL cannot store, and control characters that no one would type.
 * @throws AppError `VALIDATION_FAILED`
 */
export function assertPlainText(input: Record<string, unknown>): void {
  const errors = Object.entries(input).flatMap(([field, value]): FieldError[] =>
    typeof value === 'string' && (CONTROL_CHARACTER.test(value) || hasLoneSurrogate(value))
      ? [{ field, message: 'Use plain text.' }]
      : [],
  );
  if (errors.length > 0) throw validationFailed(errors);
}
