import { useTestApi } from '@ringwell/testing/start-api';

describe('The limits on registering assistants', () => {
  const { api } = useTestApi({ RATE_LIMIT_TIGHT_FACTOR: '1' });

  it("reject a network's 121st registration within an hour", async () => {
    const register = async (): Promise<number> =>
      (await fetch(`${api.url}/api/oauth/register`, { method: 'POST', body: '{}' })).status;
    const statuses: number[] = [];
    for (let number = 0; number < 121; number += 1) statuses.push(await register());
    expect([statuses[119], statuses[120]]).toEqual([400, 429]);
  });
});
