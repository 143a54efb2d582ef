import { ApiError } from '../../../api/api-error';
import { toastFailure } from '../../../lib/messages/failure-toast';
import { SETTINGS_COPY } from '../settings-copy';
import type { SettingName } from './save-queue';

// Request fields that add to and remove from a list.
const LIST_FIELDS = ['add', 'remove'];

/** Returns the API's message to show next to the field. Reports any other failure in a toast. */
export function explainRejection(name: SettingName, error: unknown): string | null {
  const fieldError =
    error instanceof ApiError
      ? error.fieldErrors.find(({ field }) => [name, ...LIST_FIELDS].includes(field.replace(/\..*/, '')))
      : undefined;
  if (fieldError === undefined) toastFailure(error, SETTINGS_COPY.failed);
  return fieldError?.message ?? null;
}
