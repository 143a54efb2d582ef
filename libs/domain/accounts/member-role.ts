/**
 * Permissions of an account's members. Owner: everything, including billing and members. Manager: settings, connections
 * and everything about calls. Member: calls, without settings. Viewer: read only.
 */
export const MEMBER_ROLES = ['owner', 'manager', 'member', 'viewer'] as const;
export type MemberRole = (typeof MEMBER_ROLES)[number];

/** Adds an article, for use in sentences: `an owner`, `a viewer`. */
export function roleWithArticle(role: MemberRole): string {
  return `${role === 'owner' ? 'an' : 'a'} ${role}`;
}

export function includesRole(role: MemberRole, required: MemberRole): boolean {
  return MEMBER_ROLES.indexOf(role) <= MEMBER_ROLES.indexOf(required);
}
