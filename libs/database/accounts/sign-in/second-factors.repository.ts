import { SqlRepository } from '../../postgres/sql';
import { TotpFactor } from './totp-factor.entity';

// How long unfinished setups are kept.
const SETUP_HOURS = 24;

/** SQL: whether a user has a second factor. @param userId an expression */
export const hasSecondFactorSql = (userId: string): string =>
  `(exists (select from totp_factors factor where factor.user_id = ${userId} and factor.activated_at is not null)
    or exists (select from passkeys passkey where passkey.user_id = ${userId}))`;

/** Users' second factors and recovery codes. Lock the user before any change. */
export class SecondFactorsRepository extends SqlRepository {
  /** Whether signing in with this user's password requires a second factor. */
  async isRequired(userId: string): Promise<boolean> {
    const sql = `select ${hasSecondFactorSql('$1')} as "isRequired"`;
    return this.onlyValue<boolean>(sql, [userId]);
  }

  /** Returns a user's authenticator app, or null while its setup is unfinished. */
  async findTotp(userId: string): Promise<TotpFactor | null> {
    const factor = await this.manager.findOneBy(TotpFactor, { userId });
    return factor && factor.activatedAt !== null ? factor : null;
  }

  async findTotpSetup(userId: string): Promise<TotpFactor | null> {
    const factor = await this.manager.findOneBy(TotpFactor, { userId });
    return factor && factor.activatedAt === null ? factor : null;
  }

  /** Starts or restarts a setup. @returns false if the user already has an authenticator app */
  async startTotpSetup(userId: string, sealedSecret: string): Promise<boolean> {
    return this.hasRow(
      `
      insert into totp_factors (user_id, sealed_secret) values ($1, $2)
      on conflict (user_id) do update set sealed_secret = excluded.sealed_secret, created_at = now()
        where totp_factors.activated_at is null
      returning user_id`,
      [userId, sealedSecret],
    );
  }

  /**
   * Finishes a setup.
   * @param counter time step of the code that confirmed the setup
   * @returns false if the setup has since been restarted or finished
   */
  async activateTotp({ userId, sealedSecret }: TotpFactor, counter: number): Promise<boolean> {
    return this.hasRow(
      `
      update totp_factors set activated_at = now(), last_counter = $3
      where user_id = $1 and sealed_secret = $2 and activated_at is null returning user_id`,
      [userId, sealedSecret, counter],
    );
  }

  /** Marks a time step's code as used. @returns false if this code or a later one was already used */
  async useTotp(userId: string, counter: number): Promise<boolean> {
    return this.hasRow(
      `
      update totp_factors set last_counter = $2, last_used_at = now()
      where user_id = $1 and activated_at is not null and (last_counter is null or last_counter < $2)
      returning user_id`,
      [userId, counter],
    );
  }

  /** @returns false if the user had no authenticator app */
  async deleteTotp(userId: string): Promise<boolean> {
    const sql = 'delete from totp_factors where user_id = $1 returning activated_at is not null';
    return (await this.value<boolean>(sql, [userId])) === true;
  }

  /** Removes all second factors. @returns whether there were any */
  async deleteAll(userId: string): Promise<boolean> {
    const wasRequired = await this.isRequired(userId);
    await this.rows('delete from totp_factors where user_id = $1', [userId]);
    await this.rows('delete from passkeys where user_id = $1', [userId]);
    await this.deleteRecoveryCodes(userId);
    return wasRequired;
  }

  async replaceRecoveryCodes(userId: string, { salt, hashes }: { salt: string; hashes: string[] }): Promise<void> {
    await this.deleteRecoveryCodes(userId);
    const sql = 'insert into recovery_codes (user_id, code_hash, salt) select $1, unnest($2::text[]), $3';
    await this.rows(sql, [userId, hashes, salt]);
  }

  async deleteRecoveryCodes(userId: string): Promise<void> {
    await this.rows('delete from recovery_codes where user_id = $1', [userId]);
  }

  async countRecoveryCodes(userId: string): Promise<number> {
    return this.onlyValue<number>('select count(*)::integer from recovery_codes where user_id = $1', [userId]);
  }

  /** Returns the salt for a user's hashed recovery codes, or `undefined` if no codes are left. */
  async findRecoverySalt(userId: string): Promise<string | undefined> {
    const sql = 'select salt from recovery_codes where user_id = $1 limit 1';
    return this.value<string>(sql, [userId]);
  }

  /** @returns false if the code doesn't exist or was already used */
  async useRecoveryCode(userId: string, codeHash: string): Promise<boolean> {
    const sql = 'delete from recovery_codes where user_id = $1 and code_hash = $2 returning user_id';
    return this.hasRow(sql, [userId, codeHash]);
  }

  /** Deletes unfinished setups and expired passkey challenges. @returns how many */
  async purgeUnfinished(): Promise<number> {
    const deleted = await this.rows(
      `
      delete from totp_factors where activated_at is null and created_at < now() - interval '${SETUP_HOURS} hours'
      returning user_id`,
    );
    const challenges = await this.rows('delete from passkey_challenges where expires_at <= now() returning user_id');
    return deleted.length + challenges.length;
  }
}
