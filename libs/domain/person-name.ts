/** What a sentence can name somebody by. */
export interface NamedPerson {
  email: string | null;
  firstName: string | null;
  lastName: string | null;
}

/** How sentences name somebody, at their beginning and further on: by the e-mail address, else by the names. */
export function personName({ email, firstName, lastName }: NamedPerson): string {
  return email ?? ([firstName, lastName].filter(Boolean).join(' ') || 'Unnamed user');
}
