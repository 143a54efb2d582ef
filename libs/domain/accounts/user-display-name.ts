export interface NamedUser {
  email: string | null;
  firstName: string | null;
  lastName: string | null;
}

/** Replaces the name of a user who is no longer known. */
export const FORMER_MEMBER = 'A former member';

export function userDisplayName({ email, firstName, lastName }: NamedUser): string {
  return email ?? ([firstName, lastName].filter(Boolean).join(' ') || 'Unnamed user');
}

/** Returns the display name shown to colleagues, who know each other by name. */
export function colleagueName({ email, firstName, lastName }: NamedUser): string {
  return [firstName, lastName].filter(Boolean).join(' ') || (email ?? 'Unnamed user');
}
