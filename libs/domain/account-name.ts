/** What an account is known by. */
export interface NamedAccount {
  company: string | null;
  firstName: string | null;
  lastName: string | null;
}

/** How receivers of its messages know an account, who need not know the e-mail address behind it; `null` when it has no name. */
export function accountName({ company, firstName, lastName }: NamedAccount): string | null {
  return company?.trim() || [firstName, lastName].filter(Boolean).join(' ') || null;
}
