import { includesRole } from '@ringwell/domain/accounts/member-role';

import type { CurrentUser } from '../../api/types';
import { shortcutListOpen } from '../../lib/browser/shortcuts';
import { chooseTheme } from '../../lib/browser/theme';
import { COPY } from '../../lib/copy';
import { PATHS, settingsPath } from '../../lib/paths';
import { CHOOSE_RECORDING } from '../../lib/recordings/choose-recording';

export interface MenuPage {
  to: string;
  label: string;
}

export interface Command {
  id: string;
  label: string;
  /** Path of the page to open, with navigation state. Commands without a path have `run`. */
  to?: string;
  state?: unknown;
  run?: () => void;
  /** Synonyms that also match. */
  aliases?: string;
}

/** The pages this user can open, sidebar pages first. */
export function pageCommands(user: CurrentUser, sidebarPages: readonly MenuPage[]): Command[] {
  const pages: MenuPage[] = [
    ...sidebarPages,
    { to: PATHS.account, label: COPY.account.title },
    ...(user.status === 'active' && includesRole(user.memberRole, 'manager')
      ? [
          { to: settingsPath('alerts'), label: 'Settings: Alerts' },
          { to: settingsPath('calls'), label: 'Settings: Calls' },
          { to: settingsPath('connections'), label: 'Settings: Connections' },
          { to: settingsPath('labels'), label: 'Settings: Labels' },
          { to: settingsPath('data'), label: 'Settings: Data' },
        ]
      : []),
    ...(user.role === 'admin' ? [{ to: PATHS.docs, label: COPY.nav.docs }] : []),
    { to: PATHS.contact, label: COPY.contact },
    { to: PATHS.recordingConsent, label: COPY.legal.recordingConsent },
    { to: PATHS.status, label: COPY.status },
  ];
  return pages.map(({ to, label }) => ({ id: `page-${to}`, label, to, aliases: PAGE_ALIASES[to] }));
}

const PAGE_ALIASES: Partial<Record<string, string>> = {
  [PATHS.home]: 'home start',
  [PATHS.followUps]: 'callbacks call back to do tasks',
  [PATHS.calls]: 'recordings',
  [PATHS.happiness]: 'score reports trends mood satisfaction',
  [PATHS.bookings]: 'booking rate leads jobs conversion campaigns win back',
  [PATHS.customers]: 'clients people contacts',
  [PATHS.team]: 'members employees staff agents',
  [PATHS.settings]: 'preferences options',
  [PATHS.account]: 'profile password picture',
  [PATHS.tokens]: 'keys',
  [PATHS.analytics]: 'minutes statistics',
  [PATHS.users]: 'accounts customers',
  [PATHS.messages]: 'inbox contact',
  [PATHS.activity]: 'log history audit',
  [PATHS.docs]: 'documentation developer',
  [PATHS.status]: 'health down outage',
  [settingsPath('alerts')]: 'notifications email follow-ups business hours holidays weekly letter',
  [settingsPath('calls')]: 'usage limits minutes names words vocabulary time zone',
  [settingsPath('labels')]: 'guideline rules danger legal phrases needs a listen',
  [settingsPath('data')]: 'privacy storage retention export redaction',
  [settingsPath('connections')]: 'integrations slack teams google servicetitan webhook',
};

export function actionCommands(user: CurrentUser, signOut: () => void): Command[] {
  return [
    ...(includesRole(user.memberRole, 'member') ? [uploadCommand(user)] : []),
    ...(user.role === 'admin'
      ? [{ id: 'token', label: 'New token', to: PATHS.tokens, aliases: 'api key generate create' }]
      : []),
    ...(includesRole(user.memberRole, 'owner')
      ? [{ id: 'invite', label: 'Invite someone', to: PATHS.team, aliases: 'add member user employee team' }]
      : []),
    { id: 'dark', label: 'Dark theme', run: () => chooseTheme('dark'), aliases: 'mode night appearance' },
    { id: 'light', label: 'Light theme', run: () => chooseTheme('light'), aliases: 'mode day appearance' },
    { id: 'system', label: 'Match system theme', run: () => chooseTheme('system'), aliases: 'mode auto appearance' },
    { id: 'shortcuts', label: 'Keyboard shortcuts', run: () => shortcutListOpen.set(true), aliases: 'keys help' },
    { id: 'sign-out', label: 'Sign out', run: signOut, aliases: 'log logout leave' },
  ];
}

function uploadCommand({ status }: CurrentUser): Command {
  return status === 'active'
    ? { id: 'upload', label: 'Upload a recording', to: PATHS.calls, state: CHOOSE_RECORDING, aliases: 'audio file add' }
    : { id: 'demo', label: 'Try a recording', to: PATHS.demo };
}

/** The commands that contain all the words in the text, in any order. */
export function filterCommands(commands: readonly Command[], text: string): Command[] {
  const words = text.toLowerCase().split(/\s+/).filter(Boolean);
  return commands.filter((command) => {
    const searchText = `${command.label} ${command.aliases ?? ''}`.toLowerCase();
    return words.every((word) => searchText.includes(word));
  });
}
