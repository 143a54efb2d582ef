import { X } from 'lucide-react';
import { Toast as Radix } from 'radix-ui';
import { useEffect, type ReactNode } from 'react';

import { TOAST } from '../../lib/constants';
import { dismissToast, isToasterMounted, toastStore } from '../../lib/messages/toast-store';
import { useStore } from '../../lib/store';
import { Button } from '../buttons/button';
import { IconButton } from '../buttons/icon-button';
import { cx } from '../cx';

// Renders toasts from `toast()`. Mounted once in the app.
export function Toaster(): ReactNode {
  const activeToast = useStore(toastStore);
  useEffect(() => {
    isToasterMounted.set(true);
    return () => isToasterMounted.set(false);
  }, []);
  return (
    <Radix.Provider duration={TOAST.durationMs} swipeDirection="right" swipeThreshold={TOAST.swipeThresholdPx}>
      {activeToast && (
        <Radix.Root
          key={activeToast.id}
          open={activeToast.open}
          duration={activeToast.durationMs}
          onOpenChange={(open) => {
            if (!open) dismissToast(activeToast.id);
          }}
          onKeyDown={(event) => event.key === 'Escape' && event.stopPropagation()} // only closes the toast
          className={cx(
            'flex items-start gap-3 rounded-menu border p-4 pr-2 shadow-raised',
            'data-[state=closed]:animate-toast-out data-[state=open]:animate-toast',
            'data-[swipe=move]:translate-x-(--radix-toast-swipe-move-x) data-[swipe=cancel]:translate-x-0 data-[swipe=end]:translate-x-full',
            activeToast.tone === 'danger' ? 'border-transparent bg-danger text-on-danger' : 'bg-surface text-fg',
          )}
        >
          <div className="min-w-0 grow py-0.5">
            <Radix.Title className="font-semibold">{activeToast.title}</Radix.Title>
            {activeToast.description && (
              <Radix.Description className={cx('mt-0.5', activeToast.tone !== 'danger' && 'text-fg-muted')}>
                {activeToast.description}
              </Radix.Description>
            )}
          </div>
          {activeToast.action && (
            <Radix.Action asChild altText={`${activeToast.action.label} (press ${TOAST.hotkey} to jump to it)`}>
              <Button variant="outline" size="sm" onClick={activeToast.open ? activeToast.action.run : undefined}>
                {activeToast.action.label}
              </Button>
            </Radix.Action>
          )}
          <Radix.Close asChild>
            <IconButton label="Dismiss" tone="inherit" className="-my-1.5">
              <X />
            </IconButton>
          </Radix.Close>
        </Radix.Root>
      )}
      {/* An open dialog hides everything else from screen readers, except elements with an aria-live attribute. */}
      <Radix.Viewport
        aria-live="off"
        hotkey={[TOAST.hotkey]}
        className="fixed right-0 bottom-(--bar-height) z-50 m-0 flex w-full max-w-[26rem] list-none flex-col p-4 outline-none sm:p-6 print:hidden"
      />
    </Radix.Provider>
  );
}
