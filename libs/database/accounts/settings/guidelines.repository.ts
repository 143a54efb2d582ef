import type { Guideline, GuidelineContent } from '@ringwell/domain/accounts/guideline';
import { sanitizeForStorage } from '@ringwell/domain/text/sanitize-for-storage';

import { SqlRepository } from '../../postgres/sql';
import { userNameOrEmailSql } from '../user-name-sql';
import { SavedGuideline } from './guideline.entity';

export type GuidelineVersion = Guideline &
  Pick<SavedGuideline, 'savedAt' | 'restoredVersion'> & {
    /** Name or email; null for guidelines that predate versioning, and once the user is deleted. */
    savedByName: string | null;
  };

export interface NewGuideline extends GuidelineContent {
  savedBy: string | null;
  /** The earlier version that this version restored. */
  restoredVersion: number | null;
}

/** SQL for an account's current guideline as JSON, or null. @param accountId a column */
export const guidelineInForceSql = (accountId: string): string => `(
  select json_build_object('version', version, 'text', text, 'rules', rules) from guidelines
  where guidelines.account_id = ${accountId} order by version desc limit 1)`;

const VERSIONS = `
  select version, text, rules, restored_version as "restoredVersion", saved_at as "savedAt",
    ${userNameOrEmailSql('users')} as "savedByName"
  from guidelines left join users on users.id = guidelines.saved_by
  where guidelines.account_id = $1`;

export class GuidelinesRepository extends SqlRepository {
  /** Returns the version in effect, or null if there isn't one yet. */
  async findCurrent(accountId: string): Promise<GuidelineVersion | null> {
    const [latest] = await this.list(accountId, 1);
    return latest ?? null;
  }

  async find(accountId: string, version: number): Promise<GuidelineVersion | null> {
    return (await this.row<GuidelineVersion>(`${VERSIONS} and version = $2`, [accountId, version])) ?? null;
  }

  list(accountId: string, limit: number): Promise<GuidelineVersion[]> {
    return this.rows(`${VERSIONS} order by version desc limit $2`, [accountId, limit]);
  }

  async delete(accountId: string): Promise<void> {
    await this.manager.delete(SavedGuideline, { accountId });
  }

  /**
   * Saves a version that replaces version `replacedVersion`, which is 0 for the first version.
   * @returns false if a version other than `replacedVersion` is in effect
   */
  async save(accountId: string, replacedVersion: number, guideline: NewGuideline): Promise<boolean> {
    const { text, rules, savedBy, restoredVersion } = sanitizeForStorage(guideline);
    return this.hasRow(
      `
      insert into guidelines (account_id, version, text, rules, saved_by, restored_version)
      select $1, $2::integer + 1, $3, $4, $5, $6
      where $2 = coalesce((select max(version) from guidelines where account_id = $1), 0)
      on conflict do nothing returning version`,
      [accountId, replacedVersion, text, JSON.stringify(rules), savedBy, restoredVersion],
    );
  }
}
