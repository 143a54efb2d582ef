import { LEAVE_DELAY_MS, TOAST } from '../constants';
import { Store } from '../store';

export interface ToastContent {
  title: string;
  description?: string;
  tone?: 'plain' | 'danger';
  /** Action such as Undo. Also closes the toast. */
  action?: { label: string; run: () => void };
  /** How long the toast is visible; `TOAST.durationMs` by default. */
  durationMs?: number;
}

interface ToastState extends ToastContent {
  id: number;
  open: boolean;
}

export const toastStore = new Store<ToastState | null>(null);

/** Set by the toaster, whose code is loaded with the first toast. */
export const isToasterMounted = new Store(false);

let lastId = 0;
let removalTimer: ReturnType<typeof setTimeout> | undefined;

/** Shows a toast in place of the visible one. Only one is shown at a time. */
export function toast(content: ToastContent): void {
  clearTimeout(removalTimer);
  lastId += 1;
  toastStore.set({ ...content, id: lastId, open: true });
}

/** Shows a toast, then goes to another page once it has been visible for `LEAVE_DELAY_MS`. */
export function toastBeforeLeaving(content: ToastContent, leave: () => void): void {
  toast(content);
  const startDelay = (): void => {
    unsubscribe();
    clearTimeout(loadTimer);
    setTimeout(leave, LEAVE_DELAY_MS);
  };
  const loadTimer = setTimeout(startDelay, TOAST.loadTimeoutMs);
  const unsubscribe = isToasterMounted.subscribe(startDelay);
  if (isToasterMounted.get()) startDelay();
}

/** Hides a toast, but keeps it in the store for a while, because the exit animation still needs its text. */
export function dismissToast(id: number): void {
  const current = toastStore.get();
  if (current?.id !== id || !current.open) return;
  toastStore.set({ ...current, open: false });
  removalTimer = setTimeout(() => toastStore.set(null), TOAST.removeAfterMs);
}
