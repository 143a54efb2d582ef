import { useMutation, useQuery } from '@tanstack/react-query';
import { Building2, CircleUserRound, Keyboard, Monitor, Moon, Sun } from 'lucide-react';
import type { ReactElement, ReactNode } from 'react';
import { useNavigate } from 'react-router';

import { api } from '../api/client';
import { shortcutListOpen } from '../lib/browser/shortcuts';
import { chooseTheme, getCurrentTheme, type Theme } from '../lib/browser/theme';
import { COPY } from '../lib/copy';
import { toastServerMessage } from '../lib/messages/failure-toast';
import { PATHS } from '../lib/paths';
import { myAccountsQuery } from '../lib/queries/api';
import { useUser } from '../lib/session/session';
import { useShowAccount } from '../lib/session/use-show-account';
import { Menu, MenuItem, MenuRadioGroup, MenuSeparator } from '../ui/overlays/menu';

const THEMES = {
  system: { label: 'Match system', Icon: Monitor },
  light: { label: 'Light', Icon: Sun },
  dark: { label: 'Dark', Icon: Moon },
} as const satisfies Record<Theme, unknown>;

/** The user menu. Mounted on first use, already open. */
export function AccountMenu({ trigger, onLeave }: { trigger: ReactElement; onLeave?: () => void }): ReactNode {
  const navigate = useNavigate();
  const showShortcuts = (): void => {
    onLeave?.();
    shortcutListOpen.set(true);
  };
  const openAccount = (): void => {
    onLeave?.();
    void navigate(PATHS.account);
  };
  return (
    <Menu trigger={trigger} defaultOpen>
      <MenuItem icon={<CircleUserRound aria-hidden />} onSelect={openAccount}>
        {COPY.account.title}
      </MenuItem>
      <AccountSwitcher onLeave={onLeave} />
      <MenuSeparator />
      <ThemePicker />
      <MenuSeparator />
      <MenuItem icon={<Keyboard aria-hidden />} onSelect={showShortcuts}>
        Keyboard shortcuts
      </MenuItem>
    </Menu>
  );
}

// Administrators viewing an account can't switch accounts for its user.
function AccountSwitcher({ onLeave }: { onLeave?: () => void }): ReactNode {
  const { id, accountId, role, isImpersonated } = useUser();
  const { data: accounts = [] } = useQuery(myAccountsQuery(id));
  const showAccount = useShowAccount();
  const openAccount = useMutation({
    mutationFn: (newAccountId: string) =>
      api.POST('/api/my/accounts/{id}/open', { params: { path: { id: newAccountId } } }),
    meta: { changesAccount: true },
    onSuccess: () => {
      onLeave?.();
      showAccount(role === 'admin' ? PATHS.ownDashboard : PATHS.home);
    },
    onError: (error) => toastServerMessage(error, "Couldn't switch the account. Please try again."),
  });
  if (accounts.length < 2 || isImpersonated) return null;
  const choices = accounts.map((account) => ({
    value: account.id,
    label: account.name,
    note: COPY.memberRoles[account.role],
    icon: <Building2 aria-hidden />,
  }));
  const switchAccount = (newAccountId: string): void => {
    if (newAccountId !== accountId) openAccount.mutate(newAccountId);
  };
  return (
    <>
      <MenuSeparator />
      <MenuRadioGroup label="Account" value={accountId} onChange={switchAccount} choices={choices} />
    </>
  );
}

// Rendered each time the menu opens, because the theme may have changed in another tab.
function ThemePicker(): ReactNode {
  const choices = (Object.keys(THEMES) as Theme[]).map((theme) => {
    const { label, Icon } = THEMES[theme];
    return { value: theme, label, icon: <Icon aria-hidden /> };
  });
  return <MenuRadioGroup label="Theme" value={getCurrentTheme()} onChange={chooseTheme} choices={choices} />;
}
