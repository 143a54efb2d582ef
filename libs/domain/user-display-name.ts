export interface NamedUser {
  email: string | null;
  firstName: string | null;
  lastName: string | null;
}

export function userDisplayName({ email, firstName, lastName }: NamedUser): string {
  return email ?? ([firstName, lastName].filter(Boolean).join(' ') || 'Unnamed user');
}
