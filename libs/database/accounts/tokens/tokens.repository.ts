import { preparedRows } from '../../postgres/prepared';
import { SqlRepository } from '../../postgres/sql';
import { joinOwner } from '../account-owner';
import type { AccountStatus } from '../account.entity';
import type { UserRole } from '../user.entity';
import { BearerToken } from './bearer-token.entity';

export interface TokenOwner {
  tokenId: string;
  accountId: string;
  /** The user who represents the account in the activity log. */
  ownerId: string;
  ownerRole: UserRole;
  status: AccountStatus;
  isReadOnly: boolean;
  /** Whether `touch` would record a use. */
  isLastUseStale: boolean;
}

export interface DeletedToken {
  accountId: string;
  name: string;
}

export class TokensRepository extends SqlRepository {
  async create(
    accountId: string,
    token: Pick<BearerToken, 'tokenHash' | 'lastFour' | 'name' | 'expiresAt'> &
      Partial<Pick<BearerToken, 'isReadOnly'>>,
  ): Promise<BearerToken> {
    const created = this.manager.create(BearerToken, { ...token, accountId });
    await this.manager.insert(BearerToken, created);
    return created;
  }

  /** Finds token owners by hash. Skips inactive and expired tokens and those of disabled accounts. */
  async findOwners(tokenHashes: readonly string[]): Promise<Map<string, TokenOwner>> {
    const rows = await preparedRows<TokenOwner & { tokenHash: string }>(this.manager, FIND_OWNERS, [tokenHashes]);
    return new Map(rows.map(({ tokenHash, ...owner }) => [tokenHash, owner]));
  }

  /** Records that a token was used, at most once a minute. */
  async touch(tokenId: string): Promise<void> {
    await this.rows(
      `update bearer_tokens token set last_used_at = now() where token.id = $1 and ${IS_LAST_USE_STALE}`,
      [tokenId],
    );
  }

  listByAccount(accountId: string): Promise<BearerToken[]> {
    return this.manager.find(BearerToken, { where: { accountId }, order: { createdAt: 'DESC', id: 'DESC' } });
  }

  list(): Promise<BearerToken[]> {
    return this.manager.find(BearerToken, { order: { createdAt: 'DESC', id: 'DESC' } });
  }

  /** Deletes a token but keeps its hash, to recognize later uses. */
  delete(tokenId: string): Promise<DeletedToken | undefined> {
    return this.row<DeletedToken>(revokeTokensSql('id = $1'), [tokenId]);
  }

  async deleteByAccount(accountId: string): Promise<number> {
    return (await this.rows(revokeTokensSql('account_id = $1'), [accountId])).length;
  }
}

const IS_LAST_USE_STALE = "(token.last_used_at is null or token.last_used_at < now() - interval '1 minute')";

const FIND_OWNERS = `
  select token.token_hash as "tokenHash", token.id as "tokenId", token.account_id as "accountId",
    owner.id as "ownerId", owner.role as "ownerRole", account.status, token.is_read_only as "isReadOnly",
    ${IS_LAST_USE_STALE} as "isLastUseStale"
  from bearer_tokens token join accounts account on account.id = token.account_id
    ${joinOwner('token.account_id')}
  where token.token_hash = any($1) and token.is_active
    and (token.expires_at is null or token.expires_at > now()) and account.is_active`;

const revokeTokensSql = (condition: string): string => `
  with deleted as (delete from bearer_tokens where ${condition} returning id, token_hash, account_id, name),
    tokens_revoked as (
      insert into revoked_tokens (id, token_hash, account_id) select id, token_hash, account_id from deleted
    )
  select account_id as "accountId", name from deleted`;
