import type { DataSource } from 'typeorm';

/** Keeps an account's calls queued: the dispatcher skips accounts locked by another transaction. */
export async function keepCallsQueued(
  dataSource: DataSource,
  accountId: string,
): Promise<{ release: () => Promise<void> }> {
  const queryRunner = dataSource.createQueryRunner();
  await queryRunner.startTransaction();
  await queryRunner.query('select from account_lanes where account_id = $1 for no key update', [accountId]);
  return {
    release: async () => {
      await queryRunner.rollbackTransaction();
      await queryRunner.release();
    },
  };
}
