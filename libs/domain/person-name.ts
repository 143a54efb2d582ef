export interface NamedPerson {
  email: string | null;
  firstName: string | null;
  lastName: string | null;
}

/** The user's email address, or else the name. */
export function personName({ email, firstName, lastName }: NamedPerson): string {
  return email ?? ([firstName, lastName].filter(Boolean).join(' ') || 'Unnamed user');
}
