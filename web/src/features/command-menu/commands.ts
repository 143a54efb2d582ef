import { includesRole } from '@ringwell/domain/member-role';

import type { CurrentUser } from '../../api/types';
import { CHOOSE_RECORDING } from '../../lib/choose-recording';
import { COPY } from '../../lib/copy';
import { PATHS, settingsPath } from '../../lib/paths';
import { shortcutList } from '../../lib/shortcuts';

/** A page of the sidebar. */
export interface MenuPage {
  to: string;
  label: string;
}

export interface Command {
  id: string;
  label: string;
  /** Path of a page, with navigation state; otherwise `run` is set. */
  to?: string;
  state?: unknown;
  run?: () => void;
}

/** The pages that this user can open, sidebar pages first. */
export function pagesOf(user: CurrentUser, sidebar: readonly MenuPage[]): Command[] {
  const pages: MenuPage[] = [
    ...sidebar,
    { to: PATHS.account, label: COPY.account.title },
    ...(user.status === 'active' && includesRole(user.memberRole, 'manager')
      ? [
          { to: settingsPath('notifications'), label: 'Settings: Notifications' },
          { to: settingsPath('connections'), label: 'Settings: Connections' },
        ]
      : []),
    ...(user.role === 'admin' ? [{ to: PATHS.docs, label: COPY.nav.docs }] : []),
    { to: PATHS.contact, label: COPY.contact },
    { to: PATHS.recordingConsent, label: COPY.legal.recordingConsent },
    { to: PATHS.status, label: COPY.status },
  ];
  return pages.map(({ to, label }) => ({ id: `page-${to}`, label, to }));
}

export function actionsOf(user: CurrentUser, signOut: () => void): Command[] {
  return [
    ...(includesRole(user.memberRole, 'member') ? [uploadOf(user)] : []),
    ...(user.role === 'admin' ? [{ id: 'token', label: 'New token', to: PATHS.tokens }] : []),
    { id: 'shortcuts', label: 'Keyboard shortcuts', run: () => shortcutList.set(true) },
    { id: 'sign-out', label: 'Sign out', run: signOut },
  ];
}

function uploadOf({ status }: CurrentUser): Command {
  return status === 'active'
    ? { id: 'upload', label: 'Upload a recording', to: PATHS.calls, state: CHOOSE_RECORDING }
    : { id: 'demo', label: 'Try a recording', to: PATHS.demo };
}

/** The commands that contain all words of the text, in any order. */
export function matching(commands: readonly Command[], text: string): Command[] {
  const words = text.toLowerCase().split(/\s+/).filter(Boolean);
  return commands.filter(({ label }) => words.every((word) => label.toLowerCase().includes(word)));
}
