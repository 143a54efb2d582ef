import { roleWithArticle, type MemberRole } from '@ringwell/domain/accounts/member-role';

import { plural } from '../../lib/format/format';

export const TEAM_COPY = {
  members: 'Members',
  you: 'You',
  role: (name: string) => `Role of ${name}`,
  actions: (name: string) => `Actions for ${name}`,
  roleChanged: (name: string, role: MemberRole) => `${name} is now ${roleWithArticle(role)}.`,
  roleFailed: "Couldn't change the role. Please try again.",
  roles: {
    title: 'What each role can do',
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
    about: (name: string) => `Who ${name} is`,
    question: (member: string) => `Is this ${member}?`,
    yes: 'Yes',
    yesTo: (name: string, member: string) => `Yes, ${name} is ${member}`,
    no: 'No',
    noTo: (name: string, member: string) => `No, ${name} isn't ${member}`,
    who: (name: string) => `Who is ${name}?`,
    notMatched: 'Not matched',
    members: 'Members',
    sameAs: 'Same person as',
    hide: 'Hide this name',
    hidden: (count: number) => plural(count, 'hidden name'),
    undo: 'Undo',
    undoFor: (name: string) => `Undo for ${name}`,
    matched: (name: string, person?: string) =>
      person === undefined ? `${name} isn't matched.` : `${name}'s calls now show ${person}.`,
    isHidden: (name: string) => `Reports and filters leave out ${name}.`,
    failed: "Couldn't save the match. Please try again.",
  },
  makeOwner: {
    title: 'Make owner?',
    question: (name: string) =>
      `${name} will be able to do everything in this account, including billing, and changing or removing members.`,
    confirm: 'Make owner',
    pending: 'Saving…',
  },
  transfer: {
    action: 'Transfer ownership',
    title: 'Transfer ownership?',
    question: (name: string) =>
      `${name} will become an owner, and you will become a manager. Only an owner can undo this.`,
    confirm: 'Make owner',
    pending: 'Transferring…',
    done: (name: string) => `${name} is now an owner, and you are a manager.`,
    failed: "Couldn't transfer ownership. Please try again.",
  },
  remove: {
    action: 'Remove',
    title: (name: string) => `Remove ${name}?`,
    question: (name: string, account: string) =>
      `${name} will lose access to ${account} immediately. Calls will be kept.`,
    pending: 'Removing…',
    done: (name: string) => `${name} was removed.`,
    failed: "Couldn't remove the member. Please try again.",
  },
  leave: {
    action: 'Leave this account',
    title: (account: string) => `Leave ${account}?`,
    question: (account: string) =>
      `You'll lose access to ${account} immediately. You'll need a new invitation to come back.`,
    confirm: 'Leave',
    pending: 'Leaving…',
    done: (account: string) => `You left ${account}.`,
    failed: "Couldn't leave the account. Please try again.",
    onlyOwner: "You're the only owner. Make another member an owner before you leave.",
  },
  invite: {
    title: 'Invite someone',
    noCompany: (account: string) =>
      `Invitations say “Join ${account}”. To show your company instead, enter it under Your account.`,
    submit: 'Send invitation',
    pending: 'Sending…',
    sent: (email: string) => `Invitation sent to ${email}.`,
    failed: "Couldn't send the invitation. Please try again.",
    link: (email: string) =>
      `Email isn't set up, so send this link to ${email} yourself. It works for 7 days and is shown only once.`,
  },
  invitations: {
    title: 'Invitations',
    none: 'No pending invitations',
    resend: 'Send again',
    revoke: 'Revoke',
    revoked: (email: string) => `The invitation for ${email} was revoked.`,
    revokeFailed: "Couldn't revoke the invitation. Please try again.",
    expired: 'Expired',
  },
} as const;
