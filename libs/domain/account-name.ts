import { companyOrPersonName } from './company-or-person-name';
import { userDisplayName, type NamedUser } from './user-display-name';

/** What an account is called in the product: its company, or else its owner. */
export function accountName({ company }: { company: string | null }, owner: NamedUser): string {
  return companyOrPersonName({ ...owner, company }) ?? userDisplayName(owner);
}
