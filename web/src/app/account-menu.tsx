import { Keyboard, Monitor, Moon, Sun } from 'lucide-react';
import type { ReactElement, ReactNode } from 'react';

import { shortcutList } from '../lib/shortcuts';
import { chooseTheme, shownTheme, THEMES } from '../lib/theme';
import { Menu, MenuChoice, MenuItem, MenuSeparator } from '../ui/overlays/menu';

const LOOKS = {
  system: { label: 'Match system', Icon: Monitor },
  light: { label: 'Light', Icon: Sun },
  dark: { label: 'Dark', Icon: Moon },
} as const;

interface AccountMenuProps {
  trigger: ReactElement;
  /** Called when an item leads elsewhere. */
  onLeave?: () => void;
}

/** How the app looks in this browser, and its shortcuts. Fetched when it is first asked for, and open then. */
export function AccountMenu({ trigger, onLeave }: AccountMenuProps): ReactNode {
  const showShortcuts = (): void => {
    onLeave?.();
    shortcutList.set(true);
  };
  return (
    <Menu trigger={trigger} defaultOpen>
      <ThemeChoice />
      <MenuSeparator />
      <MenuItem icon={<Keyboard aria-hidden />} onSelect={showShortcuts}>
        Keyboard shortcuts
      </MenuItem>
    </Menu>
  );
}

/** Drawn each time the menu opens: the choice may have been changed in another tab meanwhile. */
function ThemeChoice(): ReactNode {
  const choices = THEMES.map((theme) => {
    const { label, Icon } = LOOKS[theme];
    return { value: theme, label, icon: <Icon aria-hidden /> };
  });
  return <MenuChoice label="Theme" value={shownTheme()} onChange={chooseTheme} choices={choices} />;
}
