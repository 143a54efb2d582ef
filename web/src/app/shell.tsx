import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useEffect, useState, type ReactNode } from 'react';

import { api, unwrap } from '../api/client';
import { useSubscribeDialog } from '../lib/billing/chosen-plan';
import { shortcutListOpen, useShortcut } from '../lib/browser/shortcuts';
import { SIDEBAR } from '../lib/constants';
import { getBrowserTimeZone } from '../lib/format/format';
import { mySettingsQuery } from '../lib/queries/api';
import { useHasRole, useUser } from '../lib/session/session';
import { showTimeZone } from '../lib/session/show-time-zone';
import { useStore } from '../lib/store';
import { cx } from '../ui/cx';
import { LazyPart, lazyPart, lazyArea } from '../ui/lazy-part';
import { BottomBar } from './bottom-bar';
import { ShellHeader } from './shell-header';
import { listDestinations, SidebarContent } from './sidebar';
import { useSidebar } from './use-sidebar';

const Sheet = lazyPart(async () => (await import('../ui/overlays/sheet')).Sheet);
const SubscribeDialog = lazyArea(async () => (await import('../features/checkout/subscribe-dialog')).SubscribeDialog);
const KeyboardShortcutsDialog = lazyArea(
  async () => (await import('./keyboard-shortcuts-dialog')).KeyboardShortcutsDialog,
);

const CommandMenu = lazyArea(async () => (await import('../features/command-menu/command-menu')).CommandMenu);

const WeakPasswordNotice = lazyArea(async () => (await import('./weak-password-notice')).WeakPasswordNotice);

const closeShortcuts = (): void => shortcutListOpen.set(false);

interface ShellProps {
  title: string;
  subtitle?: string;
  children: ReactNode;
}

export function Shell({ title, subtitle, children }: ShellProps): ReactNode {
  const { isMobile, isExpanded, isSheetOpen, setIsSheetOpen, toggle } = useSidebar();
  const [isSheetMounted, setIsSheetMounted] = useState(isSheetOpen);
  if (isSheetOpen && !isSheetMounted) setIsSheetMounted(true);
  const plans = useSubscribeDialog();
  useInitialTimeZone();
  const areShortcutsOpen = useStore(shortcutListOpen);
  const user = useUser();
  const [isCommandMenuOpen, setIsCommandMenuOpen] = useState(false);
  const openCommandMenu = (): void => setIsCommandMenuOpen(true);
  const hasBottomBar = isMobile && user.status === 'active';
  const closeCommandMenu = (): void => setIsCommandMenuOpen(false);
  useShortcut({ key: 'k', command: true, inFields: true }, openCommandMenu);
  useShortcut({ key: '?', overDialogs: true }, () => shortcutListOpen.set(true));
  return (
    <>
      <div className={cx('flex min-h-[calc(100svh-var(--banner-height))]', hasBottomBar && 'pb-(--bar-height)')}>
        {isMobile ? (
          isSheetMounted && (
            <LazyPart onClose={() => setIsSheetOpen(false)}>
              <Sheet open={isSheetOpen} onOpenChange={setIsSheetOpen} title="Menu" width={SIDEBAR.mobileWidth}>
                <SidebarContent isExpanded onNavigate={() => setIsSheetOpen(false)} />
              </Sheet>
            </LazyPart>
          )
        ) : (
          <aside
            aria-label="Sidebar"
            style={{ width: isExpanded ? SIDEBAR.width : SIDEBAR.iconWidth }}
            className="sticky top-(--banner-height) z-20 flex h-[calc(100svh-var(--banner-height))] shrink-0 flex-col overflow-hidden border-r bg-sunken transition-[width] duration-200 print:hidden"
          >
            <SidebarContent isExpanded={isExpanded} />
          </aside>
        )}
        <div className="flex min-w-0 grow flex-col">
          <ShellHeader
            title={title}
            subtitle={subtitle}
            isSidebarOpen={isMobile ? isSheetOpen : isExpanded}
            onToggle={toggle}
            onSearch={openCommandMenu}
          />
          {user.hasWeakPassword && <WeakPasswordNotice />}
          <main id="main" tabIndex={-1} className="mx-auto w-full max-w-[112rem] grow px-4 py-4 md:px-8 md:py-6">
            {children}
          </main>
        </div>
      </div>
      {hasBottomBar && <BottomBar onSearch={openCommandMenu} />}
      {plans.isOpen && <SubscribeDialog initialPlan={plans.plan} onClose={plans.close} />}
      {isCommandMenuOpen && <CommandMenu pages={listDestinations(user)} onClose={closeCommandMenu} />}
      {areShortcutsOpen && <KeyboardShortcutsDialog onClose={closeShortcuts} />}
    </>
  );
}

/** Sets the time zone of an account without one to the browser's, unless an administrator is viewing it. */
function useInitialTimeZone(): void {
  const { accountId, timeZone, isImpersonated } = useUser();
  const canChange = useHasRole('manager');
  const client = useQueryClient();
  const { mutate } = useMutation({
    mutationFn: () => unwrap(api.PUT('/api/my/settings', { body: { timeZone: getBrowserTimeZone() } })),
    onSuccess: (settings) => {
      client.setQueryData(mySettingsQuery(accountId).queryKey, settings);
      showTimeZone(client, accountId, settings.timeZone);
    },
  });
  const shouldSetTimeZone = timeZone === null && !isImpersonated && canChange;
  useEffect(() => {
    if (shouldSetTimeZone) mutate();
  }, [shouldSetTimeZone, mutate]);
}
