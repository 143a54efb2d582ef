export interface NamedAccount {
  company: string | null;
  firstName: string | null;
  lastName: string | null;
}

/** The account's name in messages to people who may not know its email address; `null` when it has none. */
export function companyOrPersonName({ company, firstName, lastName }: NamedAccount): string | null {
  return company?.trim() || [firstName, lastName].filter(Boolean).join(' ') || null;
}
