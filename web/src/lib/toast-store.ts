import { TOAST } from './constants';
import { Store } from './store';

export interface ToastContent {
  title: string;
  description?: string;
  tone?: 'plain' | 'danger';
  /** Such as Undo. Also closes the toast. */
  action?: { label: string; run: () => void };
  /** How long it is shown; the usual time by default. */
  durationMs?: number;
}

interface ShownToast extends ToastContent {
  id: number;
  open: boolean;
}

export const toastStore = new Store<ShownToast | null>(null);

let lastId = 0;
let removal: ReturnType<typeof setTimeout> | undefined;

/** Replaces the visible toast: there is only ever one. */
export function toast(content: ToastContent): void {
  clearTimeout(removal);
  lastId += 1;
  toastStore.set({ ...content, id: lastId, open: true });
}

/** Hides a toast. It stays in the store for a while so that its text is still there during the exit animation. */
export function dismissToast(id: number): void {
  const shown = toastStore.get();
  if (shown?.id !== id || !shown.open) return;
  toastStore.set({ ...shown, open: false });
  removal = setTimeout(() => toastStore.set(null), TOAST.removeAfterMs);
}
