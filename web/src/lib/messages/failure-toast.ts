import { isHandledGlobally } from '../../api/api-error';
import { COPY } from '../copy';
import { serverMessage } from './server-message';
import { toast } from './toast-store';

/** Reports a failure in a toast. Leaves session errors to the query client, which shows its own toast. */
export function toastFailure(error: unknown, description: string): void {
  if (!isHandledGlobally(error)) toast({ title: COPY.error, description, tone: 'danger' });
}

/** Reports a failure with the API's message, or with `fallback` when the response has none. */
export function toastServerMessage(error: unknown, fallback: string): void {
  toastFailure(error, serverMessage(error, fallback));
}
