export interface NamedUser {
  email: string | null;
  firstName: string | null;
  lastName: string | null;
}

/** The user's email address, or else the name. */
export function userDisplayName({ email, firstName, lastName }: NamedUser): string {
  return email ?? ([firstName, lastName].filter(Boolean).join(' ') || 'Unnamed user');
}
