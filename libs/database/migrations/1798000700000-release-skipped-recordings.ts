import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Recordings of calls that were skipped with their account stayed withheld, as if they were about to be transcribed. */
export class ReleaseSkippedRecordings1798000700000 implements MigrationInterface {
  name = 'ReleaseSkippedRecordings1798000700000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(
      `update calls set audio_redaction = null where state = 'skipped' and audio_redaction = 'unchecked'`,
    );
  }

  // The version before plays them, too.
  down(): Promise<void> {
    return Promise.resolve();
  }
}
