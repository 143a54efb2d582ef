import { SqlRepository } from '../../postgres/sql';
import { Passkey } from './passkey.entity';

export type NewPasskey = Pick<Passkey, 'userId' | 'credentialId' | 'publicKey' | 'transports' | 'name'> & {
  counter: number;
};

/** How long a challenge is valid. Browsers give users less time. */
export const CHALLENGE_MINUTES = 5;

/** Users' passkeys and their challenges. Lock the user before changing a passkey. */
export class PasskeysRepository extends SqlRepository {
  /** Lists a user's passkeys, oldest first. */
  list(userId: string): Promise<Passkey[]> {
    return this.manager.find(Passkey, { where: { userId }, order: { createdAt: 'ASC', id: 'ASC' } });
  }

  find(userId: string, credentialId: string): Promise<Passkey | null> {
    return this.manager.findOneBy(Passkey, { userId, credentialId });
  }

  findByCredential(credentialId: string): Promise<Passkey | null> {
    return this.manager.findOneBy(Passkey, { credentialId });
  }

  count(userId: string): Promise<number> {
    return this.manager.countBy(Passkey, { userId });
  }

  /** @returns the id; `undefined` if the passkey is already stored */
  async create({
    userId,
    credentialId,
    publicKey,
    counter,
    transports,
    name,
  }: NewPasskey): Promise<string | undefined> {
    return this.value<string>(
      `
      insert into passkeys (user_id, credential_id, public_key, counter, transports, name)
        values ($1, $2, $3, $4, $5, $6) on conflict (credential_id) do nothing returning id`,
      [userId, credentialId, publicKey, counter, transports, name],
    );
  }

  /**
   * Records a use.
   * @param counter as reported by the authenticator
   * @returns false if the passkey was deleted, or if the counter didn't increase, which may mean that it's a copy
   */
  async use(userId: string, id: string, counter: number): Promise<boolean> {
    return this.hasRow(
      `
      update passkeys set counter = $3, last_used_at = now()
      where user_id = $1 and id = $2 and (counter < $3 or (counter = 0 and $3 = 0)) returning id`,
      [userId, id, counter],
    );
  }

  /** @returns the deleted passkey's name */
  async delete(userId: string, id: string): Promise<string | undefined> {
    return this.value<string>('delete from passkeys where user_id = $1 and id = $2 returning name', [userId, id]);
  }

  /** Sets the next challenge for a purpose, replacing any earlier one. */
  async setChallenge(userId: string, purposeHash: string, challengeHash: string): Promise<void> {
    await this.rows(
      `
      insert into passkey_challenges (purpose_hash, user_id, challenge_hash, expires_at)
        values ($1, $2, $3, now() + interval '${CHALLENGE_MINUTES} minutes')
      on conflict (purpose_hash) do update set user_id = excluded.user_id, challenge_hash = excluded.challenge_hash,
        expires_at = excluded.expires_at`,
      [purposeHash, userId, challengeHash],
    );
  }

  /**
   * Consumes the challenge for a purpose.
   * @returns its hash; `undefined` if there's no valid challenge
   */
  async takeChallenge(userId: string, purposeHash: string): Promise<string | undefined> {
    const challenge = await this.row<{ challengeHash: string; isValid: boolean }>(
      `
      delete from passkey_challenges where purpose_hash = $1 and user_id = $2
      returning challenge_hash as "challengeHash", expires_at > now() as "isValid"`,
      [purposeHash, userId],
    );
    return challenge?.isValid ? challenge.challengeHash : undefined;
  }

  /**
   * Consumes a challenge that wasn't stored when it was created. It's kept longer than it's valid, to allow for clock
   * skew.
   * @returns false if it was already used
   */
  async useChallenge(userId: string, challengeHash: string): Promise<boolean> {
    return this.hasRow(
      `
      insert into passkey_challenges (purpose_hash, user_id, challenge_hash, expires_at)
        values ($2, $1, $2, now() + interval '${2 * CHALLENGE_MINUTES} minutes')
      on conflict (purpose_hash) do nothing returning user_id`,
      [userId, challengeHash],
    );
  }
}
