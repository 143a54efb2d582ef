import type { MigrationInterface, QueryRunner } from 'typeorm';

import { withShortLock } from '../postgres/build-index';

export class AddReviewTolerance1764020000001 implements MigrationInterface {
  name = 'AddReviewTolerance1764020000001';
  transaction = false;

  async up(runner: QueryRunner): Promise<void> {
    await withShortLock(runner, async () => {
      await runner.query(`
        alter table account_settings add if not exists review_tolerance text not null default 'standard',
          drop constraint if exists ck_account_settings_review_tolerance,
          add constraint ck_account_settings_review_tolerance
            check (review_tolerance in ('standard', 'one_in_10', 'one_in_20', 'one_in_50'))`);
    });
    await withShortLock(runner, async () => {
      await runner.query('alter table call_checks add if not exists review_reason text');
    });
    // The confidence of the checked result, or of the one that a correction has kept.
    await runner.query(`
      update call_checks set review_reason = coalesce(
        (select original_review_reason from call_corrections where call_id = call_checks.call_id),
        (select review_reason from analyses
          where analyses.call_id = call_checks.call_id and analyses.run_number = call_checks.run_number))
      where needs_review and review_reason is null`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await withShortLock(runner, async () => {
      await runner.query('alter table call_checks drop if exists review_reason');
    });
    await withShortLock(runner, async () => {
      await runner.query('alter table account_settings drop if exists review_tolerance');
    });
  }
}
