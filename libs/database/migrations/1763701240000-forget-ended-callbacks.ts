import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Callback addresses that failed were kept for good, mostly one per call; they are kept now while a message waits. */
export class ForgetEndedCallbacks1763701240000 implements MigrationInterface {
  name = 'ForgetEndedCallbacks1763701240000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      delete from connections place where channel = 'callback' and not exists (
        select from deliveries where deliveries.user_id = place.user_id and deliveries.channel = 'callback'
          and deliveries.destination_hash = place.destination_hash and state in ('pending', 'retry', 'unknown'))`);
  }

  async down(): Promise<void> {
    // What was deleted told of nothing that can still happen.
  }
}
