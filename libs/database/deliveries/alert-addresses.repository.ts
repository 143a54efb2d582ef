import { ALERT_LINK_DAYS, type UnconfirmedState } from '@ringwell/domain/deliveries/alert-address';
import { normalizeEmail } from '@ringwell/domain/text/email-address';

import { SqlRepository } from '../postgres/sql';

// The addresses in `$2` that account `$1` may not send call emails to yet. `known` is an address's row, if any.
const UNCONFIRMED = `
  select asked.address, known.asked_at as "askedAt",
    case when known.declined_at is not null or exists (
      select from mail_suppressions suppression where suppression.account_id = $1 and suppression.address = asked.address
    ) then 'declined' else 'waiting' end as state
  from unnest($2::text[]) as asked (address)
  left join alert_addresses known on known.account_id = $1 and known.address = asked.address
  where known.confirmed_at is null and not exists (
    select from members join users on users.id = members.user_id
    where members.account_id = $1 and lower(users.email) = asked.address and users.is_email_confirmed
      and users.is_active)`;

export interface UnconfirmedAddress {
  address: string;
  state: UnconfirmedState;
}

/**
 * Addresses that may get emails about an account's calls: those of members who can sign in, and confirmed ones.
 * Unsubscribed addresses are treated as declined unless they had confirmed. Addresses are compared in normalized form.
 */
export class AlertAddressesRepository extends SqlRepository {
  /** Returns the given addresses that may not get emails about calls yet, in normalized form. */
  async listUnconfirmed(accountId: string, addresses: readonly string[]): Promise<UnconfirmedAddress[]> {
    if (addresses.length === 0) return [];
    const sql = `select address, state from (${UNCONFIRMED}) unconfirmed order by address`;
    return this.rows<UnconfirmedAddress>(sql, [accountId, normalizeAddresses(addresses)]);
  }

  /** Returns the given addresses that are unconfirmed and don't have a working link. */
  async listDue(accountId: string, addresses: readonly string[]): Promise<string[]> {
    if (addresses.length === 0) return [];
    return this.values<string>(
      `
      select address from (${UNCONFIRMED}) unconfirmed where state = 'waiting'
        and ("askedAt" is null or "askedAt" < now() - interval '${ALERT_LINK_DAYS} days')
      order by address`,
      [accountId, normalizeAddresses(addresses)],
    );
  }

  /**
   * Records that addresses are being asked for consent. Run this in the transaction that queues the emails.
   * @param askAgain whether to ask again if the previous link still works
   * @returns the addresses to email, excluding those that have responded or are being asked by a concurrent request
   */
  async markConfirmationRequested(
    accountId: string,
    addresses: readonly string[],
    askAgain = false,
  ): Promise<string[]> {
    return this.values<string>(
      `
      insert into alert_addresses as known (account_id, address, asked_at)
      select $1, address, now() from unnest($2::text[]) as asked (address) order by address
      on conflict (account_id, address) do update set asked_at = now()
      where known.confirmed_at is null and known.declined_at is null
        and ($3 or known.asked_at is null or known.asked_at < now() - interval '${ALERT_LINK_DAYS} days')
      returning address`,
      [accountId, normalizeAddresses(addresses), askAgain],
    );
  }

  /** Confirms addresses saved while confirmation is turned off. Declined addresses stay declined. */
  async confirmWithoutRequest(accountId: string, addresses: readonly string[]): Promise<void> {
    if (addresses.length === 0) return;
    await this.rows(
      `
      insert into alert_addresses as known (account_id, address, confirmed_at)
      select $1, address, now() from unnest($2::text[]) as listed (address) order by address
      on conflict (account_id, address) do update set confirmed_at = now()
      where known.confirmed_at is null and known.declined_at is null`,
      [accountId, normalizeAddresses(addresses)],
    );
  }

  /** @returns false if the address had already confirmed, or the account doesn't exist */
  confirm(accountId: string, address: string): Promise<boolean> {
    return this.respond(accountId, address, 'confirmed_at', 'declined_at');
  }

  /** @returns false if the address had already declined, or the account doesn't exist */
  decline(accountId: string, address: string): Promise<boolean> {
    return this.respond(accountId, address, 'declined_at', 'confirmed_at');
  }

  private async respond(
    accountId: string,
    address: string,
    setColumn: 'confirmed_at' | 'declined_at',
    clearedColumn: 'confirmed_at' | 'declined_at',
  ): Promise<boolean> {
    return this.hasRow(
      `
      insert into alert_addresses as known (account_id, address, ${setColumn}) select id, $2, now() from accounts where id = $1
      on conflict (account_id, address) do update set ${setColumn} = now(), ${clearedColumn} = null where known.${setColumn} is null
      returning address`,
      [accountId, ...normalizeAddresses([address])],
    );
  }
}

function normalizeAddresses(addresses: readonly string[]): string[] {
  return [...new Set(addresses.map(normalizeEmail))];
}
