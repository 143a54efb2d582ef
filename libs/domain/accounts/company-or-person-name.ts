/** Returns the account's name for people who may not know its email address, or `null` if it has no name. */
export function companyOrPersonName({ company }: NamedAccount, { firstName, lastName }: NamedPerson): string | null {
  return company?.trim() || [firstName, lastName].filter(Boolean).join(' ') || null;
}

export interface NamedAccount {
  company: string | null;
}

export interface NamedPerson {
  firstName: string | null;
  lastName: string | null;
}
