import { companyOrPersonName, type NamedAccount } from './company-or-person-name';
import { userDisplayName, type NamedUser } from './user-display-name';

/** Returns an account's display name: its company, or else its owner. */
export function accountName(account: NamedAccount, owner: NamedUser): string {
  return companyOrPersonName(account, owner) ?? userDisplayName(owner);
}
