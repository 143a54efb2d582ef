import type { MigrationInterface, QueryRunner } from 'typeorm';

const MEDIA_TYPES = `
  (values ('mp3', 'audio/mpeg'), ('wav', 'audio/wav'), ('m4a', 'audio/mp4'), ('ogg', 'audio/ogg'),
    ('flac', 'audio/flac'), ('webm', 'audio/webm'), ('amr', 'audio/amr'), ('aac', 'audio/aac')
  ) known (container, media_type)`;

/** Until a call was probed, `recording_type` used to contain the container. Now it is always a media type. */
export class NameRecordingMediaTypes1763701250000 implements MigrationInterface {
  name = 'NameRecordingMediaTypes1763701250000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(
      `update calls set recording_type = media_type from ${MEDIA_TYPES} where recording_type = container`,
    );
  }

  // Calls without a duration were never probed.
  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      update calls set recording_type = container from ${MEDIA_TYPES}
      where recording_type = media_type and duration_seconds is null`);
  }
}
