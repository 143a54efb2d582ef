import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Deletes connections of callbacks without a waiting message. They used to be kept forever, mostly one per call. */
export class ForgetEndedCallbacks1763701240000 implements MigrationInterface {
  name = 'ForgetEndedCallbacks1763701240000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      delete from connections place where channel = 'callback' and not exists (
        select from deliveries where deliveries.user_id = place.user_id and deliveries.channel = 'callback'
          and deliveries.destination_hash = place.destination_hash and state in ('pending', 'retry', 'unknown'))`);
  }

  async down(): Promise<void> {
    // The deleted rows are not needed anymore.
  }
}
