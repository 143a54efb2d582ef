import { isAboutSession, serverMessage } from './api-error';
import { COPY } from './copy';
import { toast } from './toast-store';

/** Says that something failed, in fixed words. What is about the session has a toast of its own. */
export function toastFailure(error: unknown, description: string): void {
  if (!isAboutSession(error)) toast({ title: COPY.error, description, tone: 'danger' });
}

/** The same in the API's own words, and in the fixed ones when it sent none. */
export function toastServerMessage(error: unknown, fallback: string): void {
  toastFailure(error, serverMessage(error, fallback));
}
