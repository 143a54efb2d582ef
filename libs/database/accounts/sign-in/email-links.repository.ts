import { SqlRepository } from '../../postgres/sql';
import { SignUp } from './sign-up.entity';

export const SIGN_UP_HOURS = 24;
export const PASSWORD_RESET_MINUTES = 30;

export type NewSignUp = Omit<SignUp, 'expiresAt'>;

/** Emailed links that confirm an address or let the user choose a new password. Only token hashes are stored. */
export class EmailLinksRepository extends SqlRepository {
  async createSignUp(signUp: NewSignUp): Promise<void> {
    const { tokenHash, email, firstName, lastName, company, passwordHash, returnTo } = signUp;
    await this.rows(
      `
      insert into sign_ups (token_hash, email, first_name, last_name, company, password_hash, return_to, expires_at)
        values ($1, lower($2), $3, $4, $5, $6, $7, now() + interval '${SIGN_UP_HOURS} hours')`,
      [tokenHash, email, firstName, lastName, company, passwordHash, returnTo],
    );
  }

  /** Returns `undefined` if the link is unknown, expired or already used. */
  async findSignUp(tokenHash: string): Promise<SignUp | undefined> {
    const validSignUp = await this.row<{ tokenHash: string }>(
      'select token_hash as "tokenHash" from sign_ups where token_hash = $1 and expires_at > now()',
      [tokenHash],
    );
    return validSignUp ? ((await this.manager.findOneBy(SignUp, validSignUp)) ?? undefined) : undefined;
  }

  /** Consumes a sign-up and deletes the address's other sign-ups. @returns false if it has already been used */
  async useSignUp({ tokenHash, email }: Pick<SignUp, 'tokenHash' | 'email'>): Promise<boolean> {
    const row = await this.row(
      'delete from sign_ups where token_hash = $1 and expires_at > now() returning token_hash',
      [tokenHash],
    );
    if (!row) return false;
    await this.manager.delete(SignUp, { email });
    return true;
  }

  async createPasswordReset(userId: string, tokenHash: string): Promise<void> {
    await this.rows(
      `
      insert into password_resets (token_hash, user_id, expires_at)
        values ($1, $2, now() + interval '${PASSWORD_RESET_MINUTES} minutes')`,
      [tokenHash, userId],
    );
  }

  /** Returns the link's user, if the link still works. */
  async findPasswordReset(tokenHash: string): Promise<string | undefined> {
    return this.value<string>(
      `
      select reset.user_id from password_resets reset join users owner on owner.id = reset.user_id
      where reset.token_hash = $1 and reset.expires_at > now() and owner.is_active`,
      [tokenHash],
    );
  }

  async purgeExpired(): Promise<number> {
    const signUps = await this.rows('delete from sign_ups where expires_at <= now() returning token_hash');
    const resets = await this.rows('delete from password_resets where expires_at <= now() returning token_hash');
    return signUps.length + resets.length;
  }
}
