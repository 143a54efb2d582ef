import type { MigrationInterface, QueryRunner } from 'typeorm';

import { normalizeEmail } from '@ringwell/domain/text/email-address';

import { rows } from '../postgres/sql';

// Each with the columns that make an address unique beside it.
const ADDRESSES = [
  ['users', 'email', []],
  ['invitations', 'email', ['account_id']],
  ['mail_suppressions', 'address', ['account_id']],
  ['alert_addresses', 'address', ['account_id']],
] as const;

interface Settings {
  id: string;
  emailAddress: string[];
  overdueAddresses: string[];
  emailLabels: Record<string, unknown>;
}

// Addresses in ASCII have been stored in their one spelling before. Of two that become the same, the other stays as it is.
export class NormalizeEmails1798000402000 implements MigrationInterface {
  name = 'NormalizeEmails1798000402000';

  async up({ manager }: QueryRunner): Promise<void> {
    for (const [table, column, scope] of ADDRESSES) {
      const found = await rows<{ address: string }>(
        manager,
        `select distinct ${column} as address from ${table} where ${column} ~ '[^[:ascii:]]'`,
      );
      const isSameScope = scope.map((each) => `and other.${each} = listed.${each}`).join(' ');
      for (const { address } of found)
        await rows(
          manager,
          `
          update ${table} listed set ${column} = $2 where ${column} = $1 and not exists (
            select from ${table} other where other.${column} = $2 ${isSameScope})`,
          [address, normalizeEmail(address)],
        );
    }
    const settings = await rows<Settings>(
      manager,
      `
      select id, email_address as "emailAddress", overdue_addresses as "overdueAddresses", email_labels as "emailLabels"
      from account_settings where concat(email_address, overdue_addresses, email_labels) ~ '[^[:ascii:]]'`,
    );
    for (const { id, emailAddress, overdueAddresses, emailLabels } of settings)
      await rows(
        manager,
        'update account_settings set email_address = $2, overdue_addresses = $3, email_labels = $4 where id = $1',
        [
          id,
          normalizeAll(emailAddress),
          normalizeAll(overdueAddresses),
          Object.fromEntries(Object.entries(emailLabels).map(([address, labels]) => [normalizeEmail(address), labels])),
        ],
      );
  }

  // What was written before is not known, and works.
  down(): Promise<void> {
    return Promise.resolve();
  }
}

function normalizeAll(addresses: readonly string[]): string[] {
  return [...new Set(addresses.map(normalizeEmail))];
}
