import { CircleUserRound, Keyboard, Monitor, Moon, Sun } from 'lucide-react';
import type { ReactElement, ReactNode } from 'react';
import { useNavigate } from 'react-router';

import { COPY } from '../lib/copy';
import { PATHS } from '../lib/paths';
import { shortcutList } from '../lib/shortcuts';
import { Menu, MenuItem, MenuRadioGroup, MenuSeparator } from '../ui/overlays/menu';

const THEMES = {
  system: { label: 'Match system', Icon: Monitor },
  light: { label: 'Light', Icon: Sun },
  dark: { label: 'Dark', Icon: Moon },
} as const;
type Theme = keyof typeof THEMES;

interface AccountMenuProps {
  trigger: ReactElement;
  onLeave?: () => void;
}

/** Loaded on first use, and open from the start. */
export function AccountMenu({ trigger, onLeave }: AccountMenuProps): ReactNode {
  const navigate = useNavigate();
  const showShortcuts = (): void => {
    onLeave?.();
    shortcutList.set(true);
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
      <MenuSeparator />
      <ThemeChoice />
      <MenuSeparator />
      <MenuItem icon={<Keyboard aria-hidden />} onSelect={showShortcuts}>
        Keyboard shortcuts
      </MenuItem>
    </Menu>
  );
}

// Rendered each time the menu opens, because the theme may have changed in another tab.
function ThemeChoice(): ReactNode {
  const choices = (Object.keys(THEMES) as Theme[]).map((theme) => {
    const { label, Icon } = THEMES[theme];
    return { value: theme, label, icon: <Icon aria-hidden /> };
  });
  return <MenuRadioGroup label="Theme" value={currentTheme()} onChange={chooseTheme} choices={choices} />;
}

function currentTheme(): Theme {
  const theme = document.documentElement.dataset['theme'];
  return theme === 'light' || theme === 'dark' ? theme : 'system';
}

// web/public/theme.js applies the theme, now and before the first paint of later visits.
function chooseTheme(theme: Theme): void {
  try {
    localStorage.setItem('theme', theme);
  } catch {
    // Storage is blocked: the choice lasts until the page is closed.
  }
  window.dispatchEvent(new CustomEvent('themechange', { detail: theme }));
}
