import { Injectable } from '@nestjs/common';

import { AccountsRepository } from '@ringwell/database/accounts/accounts.repository';
import type { Actor } from '@ringwell/database/accounts/security/activity.repository';
import {
  GuidelinesRepository,
  type GuidelineVersion,
} from '@ringwell/database/accounts/settings/guidelines.repository';
import { UnitOfWork } from '@ringwell/database/unit-of-work';
import { isSameGuideline, type GuidelineContent } from '@ringwell/domain/accounts/guideline';
import { conflict, notFound, type AppError } from '@ringwell/domain/errors/app-error';
import { formatTime } from '@ringwell/domain/time';

export const MAX_LISTED_VERSIONS = 50;

const NO_GUIDELINE: GuidelineVersion = {
  version: 0,
  text: null,
  rules: [],
  savedAt: new Date(0),
  savedByName: null,
  restoredVersion: null,
};

/** Manages an account's guideline. Changes only apply to calls that are analyzed later. */
@Injectable()
export class GuidelineService {
  constructor(
    private readonly guidelines: GuidelinesRepository,
    private readonly accounts: AccountsRepository,
    private readonly unitOfWork: UnitOfWork,
  ) {}

  /** Returns the current version, or version 0 if none has been saved. */
  async get(accountId: string): Promise<GuidelineVersion> {
    return (await this.guidelines.findCurrent(accountId)) ?? NO_GUIDELINE;
  }

  /** Returns the latest versions, starting with the current one. */
  list(accountId: string): Promise<GuidelineVersion[]> {
    return this.guidelines.list(accountId, MAX_LISTED_VERSIONS);
  }

  /**
   * Saves a new version. Does nothing if the content is the same as in the current version.
   * @param replaces the version that the user last saw
   * @throws AppError `GUIDELINE_CHANGED` if `replaces` is no longer current
   */
  async save(
    accountId: string,
    replaces: number,
    content: GuidelineContent,
    actor: Actor,
    restoredVersion: number | null = null,
  ): Promise<GuidelineVersion> {
    const currentGuideline = await this.get(accountId);
    if (isSameGuideline(currentGuideline, content)) return currentGuideline;
    const isSaved = await this.unitOfWork.run(async ({ guidelines, activity }) => {
      const newVersion = { ...content, savedBy: actor.userId, restoredVersion };
      if (!(await guidelines.save(accountId, replaces, newVersion))) return false;
      const version = replaces + 1;
      await activity.record(actor, {
        action: 'Guideline updated',
        description:
          restoredVersion === null
            ? `Version ${version} of the guideline was saved.`
            : `Version ${restoredVersion} of the guideline was restored as version ${version}.`,
        accountId,
        metadata: { version, rules: content.rules.length, ...(restoredVersion !== null && { restoredVersion }) },
      });
      return true;
    });
    const current = await this.get(accountId);
    if (!isSaved) throw await this.toConflict(accountId, current);
    return current;
  }

  /**
   * Saves an earlier version as a new version.
   * @throws AppError `GUIDELINE_VERSION_NOT_FOUND`, `GUIDELINE_CHANGED`
   */
  async restore(accountId: string, version: number, replaces: number, actor: Actor): Promise<GuidelineVersion> {
    const guideline = await this.guidelines.find(accountId, version);
    if (!guideline)
      throw notFound(
        'GUIDELINE_VERSION_NOT_FOUND',
        `Version ${version} of the guideline doesn't exist. Reload the versions and choose another.`,
      );
    return this.save(accountId, replaces, { text: guideline.text, rules: guideline.rules }, actor, version);
  }

  private async toConflict(accountId: string, { version, savedAt, savedByName }: GuidelineVersion): Promise<AppError> {
    const savedAtText = formatTime(savedAt, await this.accounts.findTimeZone(accountId), 'dateTime');
    const reason =
      version === 0
        ? 'No version of the guideline has been saved yet.'
        : `${savedByName ?? 'Another user'} saved version ${version} of the guideline on ${savedAtText}.`;
    return conflict('GUIDELINE_CHANGED', `${reason} Reload it, then make your change again if it still applies.`);
  }
}
