import { roleWithArticle, type MemberRole } from '@ringwell/domain/accounts/member-role';

import { plural } from '../../lib/format/format';

export const TEAM_COPY = {
  members: 'Members',
  role: (name: string) => `Role of ${name}`,
  actions: (name: string) => `Actions for ${name}`,
  roleChanged: (name: string, role: MemberRole) => `${name} is now ${roleWithArticle(role)}.`,
  roleFailed: "Couldn't change the role. Please try again.",
  roles: {
    texts: {
      owner: 'Everything, including billing and the team.',
      manager: 'Everything about calls, plus settings and connections.',
      member: 'Upload, share and correct calls, follow up on them, and resend alerts. No settings.',
      viewer: 'View calls without changing anything.',
    } satisfies Record<MemberRole, string>,
  },
  agents: {
    title: 'Agents on calls',
    text: "Match a name once, and its calls will show that person. Hide names that aren't on your team.",
    none: 'No agents yet. Names that arrive with a call or are heard in its greeting show up here.',
    hide: 'Hide this name',
    hidden: (count: number) => plural(count, 'hidden name'),
    matched: (name: string, person?: string) =>
      person === undefined ? `${name} isn't matched.` : `${name}'s calls now show ${person}.`,
  },
  makeOwner: {
    title: 'Make owner?',
    question: (name: string) =>
      `${name} will be able to do everything in this account, including billing, and changing or removing members.`,
    confirm: 'Make owner',
  },
  transfer: {
    action: 'Transfer ownership',
    confirm: 'Make owner',
  },
  remove: {
    action: 'Remove',
    done: (name: string) => `${name} was removed.`,
  },
  leave: {
    action: 'Leave this account',
    confirm: 'Leave',
    onlyOwner: "You're the only owner. Make another member an owner before you leave.",
  },
  invite: {
    title: 'Invite someone',
    noCompany: (account: string) =>
      `Invitations say “Join ${account}”. To show your company instead, enter it under Your account.`,
    submit: 'Send invitation',
    link: (email: string) =>
      `Email isn't set up, so send this link to ${email} yourself. It works for 7 days and is shown only once.`,
  },
  invitations: {
    title: 'Invitations',
    resend: 'Send again',
    revoke: 'Revoke',
    expired: 'Expired',
  },
} as const;
