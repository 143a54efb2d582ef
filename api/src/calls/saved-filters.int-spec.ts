import { problem, SessionClient, type ProblemBody } from '@ringwell/testing/session-client';
import { useTestApi } from '@ringwell/testing/start-api';

import type { SavedFilterDto } from './dto/saved-filter.dto';

const PATH = '/api/my/saved-filters';

describe(PATH, () => {
  const { api, database } = useTestApi();
  let client: SessionClient;

  const signIn = async (): Promise<SessionClient> => api.signIn((await database.makeAccount()).user);
  const listNames = async (): Promise<string[]> =>
    (await client.get<SavedFilterDto[]>(PATH)).body.map(({ name }) => name);

  beforeEach(async () => {
    client = await signIn();
  });

  it('saves, lists and deletes filters', async () => {
    const response = await client.post<SavedFilterDto>(PATH, {
      name: ' Unhappy this week ',
      sentiment: 'negative,needs_review',
      range: '7d',
      time: 'startedAt',
    });
    const { id } = response.body;
    const filters = { sentiment: 'negative,needs_review', range: '7d' };
    expect([response.status, response.body]).toEqual([201, { id, name: 'Unhappy this week', filters }]);
    await client.post(PATH, { name: 'Ángel’s leaks', search: 'leak' });
    expect(await listNames()).toEqual(['Ángel’s leaks', 'Unhappy this week']);
    expect((await client.delete(`${PATH}/${id}`)).status).toBe(204);
    expect(await listNames()).toEqual(['Ángel’s leaks']);
  });

  it('omits filters that are null or empty', async () => {
    const emptyFilters = { direction: null, hour: null, from: null, agent: null, topic: [] };
    const result = await client.post<SavedFilterDto>(PATH, { name: 'Unhappy', sentiment: 'negative', ...emptyFilters });
    expect(result).toMatchObject({ status: 201, body: { filters: { sentiment: 'negative' } } });
    expect(Object.keys(result.body.filters)).toEqual(['sentiment']);
    expect(await client.post(PATH, { name: 'Nothing', ...emptyFilters })).toMatchObject(problem(400, 'NO_FILTERS'));
  });

  it('rejects invalid filters and names without changing anything', async () => {
    const { body: filter } = await client.post<SavedFilterDto>(PATH, { name: 'Leaks', search: 'leak' });
    const responses = [
      await client.post<ProblemBody>(PATH, { name: 'leaks', search: 'water' }),
      await client.post<ProblemBody>(PATH, { name: 'Nothing', time: 'startedAt' }),
      await client.post<ProblemBody>(PATH, { name: ' ', search: 'leak' }),
      await client.post<ProblemBody>(PATH, { name: 'Bad', sentiment: 'furious' }),
      await client.post<ProblemBody>(PATH, { name: 'Bad', search: 'leak', color: 'red' }),
    ];
    expect(responses.map(({ status, body }) => [status, body.code])).toEqual([
      [409, 'FILTER_NAME_TAKEN'],
      [400, 'NO_FILTERS'],
      [400, 'VALIDATION_FAILED'],
      [400, 'VALIDATION_FAILED'],
      [400, 'VALIDATION_FAILED'],
    ]);
    expect((await client.get(PATH)).body).toEqual([filter]);
  });

  it('allows at most 20 saved filters', async () => {
    for (let number = 1; number <= 20; number += 1) await client.post(PATH, { name: `Filter ${number}`, range: '7d' });
    const { status, body } = await client.post<ProblemBody>(PATH, { name: 'One more', range: '7d' });
    expect([status, body.code]).toEqual([409, 'TOO_MANY_FILTERS']);
    expect(await listNames()).toHaveLength(20);
  });

  it("hides other users' filters", async () => {
    const { body } = await client.post<SavedFilterDto>(PATH, { name: 'Mine', search: 'leak' });
    const stranger = await signIn();
    const path = `${PATH}/${body.id}`;
    expect((await stranger.get(PATH)).body).toEqual([]);
    expect((await stranger.delete(path)).status).toBe(404);
    expect(await listNames()).toEqual(['Mine']);
  });
});
