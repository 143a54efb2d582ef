import { randomUUID } from 'node:crypto';

import type { TestAccount } from '@ringwell/testing/make-account';
import { useTestApi } from '@ringwell/testing/start-api';

import type { UndeliveredDto } from './undelivered.dto';

const PATH = '/api/my/undelivered';

describe(PATH, () => {
  const { api, database } = useTestApi();

  async function makeFailedDeliveries({ account }: TestAccount, count: number): Promise<string> {
    const { id } = await database.makeCall(account.id, { state: 'completed' });
    for (let number = 0; number < count; number += 1)
      await database.query(
        `
        insert into deliveries (call_id, account_id, run_number, channel, destination, destination_hash, state, error_message)
        values ($1, $2, 1, 'slack', '#calls', $3, 'dead', 'The channel is archived.')`,
        [id, account.id, randomUUID()],
      );
    return id;
  }

  it("shows managers the undelivered messages about all of the account's calls, and none from other accounts", async () => {
    const owner = await database.makeAccount({ account: { company: 'Becker Plumbing' } });
    await makeFailedDeliveries(await database.makeAccount(), 3);
    const client = await api.signIn(await database.makeMember(owner, 'manager'));
    expect((await client.get(PATH)).body).toEqual([]);
    await makeFailedDeliveries(owner, 1);
    await database.query(`update deliveries set updated_at = now() - interval '1 hour'`);
    const callId = await makeFailedDeliveries(owner, 1);
    expect((await client.get<UndeliveredDto[]>(PATH)).body).toEqual([
      {
        userId: owner.user.id,
        accountName: 'Becker Plumbing',
        channel: 'slack',
        destination: '#calls',
        failed: 2,
        retrying: 0,
        reason: 'The channel is archived.',
        callId,
      },
    ]);
  });
});
