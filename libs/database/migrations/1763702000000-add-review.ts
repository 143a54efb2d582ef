import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Calls whose label is only a guess, the quality of transcripts, and whether people are alerted about such calls. */
export class AddReview1763702000000 implements MigrationInterface {
  name = 'AddReview1763702000000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      alter table analyses add column needs_review boolean not null default false, add column review_reason text`);
    await runner.query('alter table transcripts add column quality text, add column quality_score real');
    await runner.query('alter table account_settings add column review_alerts_enabled boolean not null default true');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('alter table account_settings drop column review_alerts_enabled');
    await runner.query('alter table transcripts drop column quality, drop column quality_score');
    await runner.query('alter table analyses drop column needs_review, drop column review_reason');
  }
}
