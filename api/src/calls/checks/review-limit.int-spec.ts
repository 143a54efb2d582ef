import { makeCheckedCall } from '@ringwell/testing/make-checked-call';
import { makeCompletedCall } from '@ringwell/testing/make-completed-call';
import { useSignedInOwner } from '@ringwell/testing/use-signed-in-owner';

import type { AccuracyReportDto, ReviewDto } from './dto/accuracy.dto';
import type { DrawnCallDto } from './dto/check.dto';

describe('The limit derived from the tolerance for wrong labels', () => {
  const { database, owner, client } = useSignedInOwner();

  const getReview = async (): Promise<ReviewDto> =>
    (await client.get<AccuracyReportDto>('/api/checks/accuracy')).body.review;
  const findChoice = async (tolerance: string): Promise<ReviewDto['choices'][number] | undefined> =>
    (await getReview()).choices.find((choice) => choice.tolerance === tolerance);
  const addCheckedCalls = async (count: number, options: Parameters<typeof makeCheckedCall>[2] = {}): Promise<void> => {
    for (let index = 0; index < count; index += 1)
      await makeCheckedCall(database.dataSource, owner.account.id, options);
  };
  const makeCalls = async (...partsList: Parameters<typeof makeCompletedCall>[2][]): Promise<void> => {
    for (const parts of partsList) await database.makeCompletedCall(owner.account.id, parts);
  };

  it("is shown before the first check, with the account's tolerance", async () => {
    expect(await getReview()).toEqual({
      tolerance: 'standard',
      calls: 0,
      choices: ['standard', 'one_in_10', 'one_in_20', 'one_in_50'].map((tolerance) => ({
        tolerance,
        limits: [],
        needsListen: 0,
      })),
    });
    expect((await client.send('PUT', '/api/my/settings', { reviewTolerance: 'one_in_50' })).status).toBe(200);
    expect((await getReview()).tolerance).toBe('one_in_50');
  });

  it("is the shipped limit up to 49 checked calls, and is computed from the account's checked calls once there are 50", async () => {
    await addCheckedCalls(49, { confidence: 0.7 });
    expect(await findChoice('one_in_20')).toEqual({
      tolerance: 'one_in_20',
      limits: [{ engine: 'local', limit: 0.897, source: 'shipped', checked: 49 }],
      needsListen: 49,
    });
    await makeCalls({ call: { recordingKey: 'recordings/1' }, analysis: { confidence: 0.65 } });
    const [{ id } = { id: '' }] = (await client.post<DrawnCallDto[]>('/api/checks')).body;
    expect((await client.send('PUT', `/api/checks/${id}/answer`, { answer: 'positive' })).status).toBe(200);
    expect(await findChoice('one_in_20')).toEqual({
      tolerance: 'one_in_20',
      limits: [{ engine: 'local', limit: 0.65, source: 'checks', checked: 50 }],
      needsListen: 0,
    });
    expect(await findChoice('standard')).toMatchObject({ needsListen: 50 });
  });

  it("ignores labels set by a rule, regardless of the analyst's confidence", async () => {
    const appliedRules = {
      version: 1,
      label: { name: 'cancel', sentiment: 'negative' as const },
      original: { sentiment: 'neutral' as const, needsReview: false, reviewReason: null, followUp: { needed: false } },
    };
    await addCheckedCalls(49);
    await makeCalls({ call: { recordingKey: 'recordings/1' }, analysis: { confidence: 0.5, appliedRules } });
    const [{ id } = { id: '' }] = (await client.post<DrawnCallDto[]>('/api/checks')).body;
    expect((await client.send('PUT', `/api/checks/${id}/answer`, { answer: 'negative' })).status).toBe(200);
    expect(await findChoice('one_in_20')).toMatchObject({
      limits: [{ source: 'shipped', checked: 49 }],
      needsListen: 0,
    });
  });

  it('is reported as unreached if the checked calls are wrong too often', async () => {
    await addCheckedCalls(60, { confidence: 0.99, answer: 'negative' });
    expect(await findChoice('one_in_20')).toMatchObject({
      limits: [{ limit: 0.897, source: 'unreached', checked: 60 }],
    });
  });

  it('is listed for each analyst that labeled the latest calls, and is not shipped for language models', async () => {
    await makeCalls(
      { analysis: { confidence: 0.9 } },
      { analysis: { confidence: 0.95, needsReview: true, reviewReason: 'words_unreliable' } },
      { analysis: { confidence: 0.79, engine: 'llm:gpt' } },
      { call: { source: 'demo' }, analysis: { engine: 'llm:demo' } },
    );
    const id = (await database.makeCompletedCall(owner.account.id)).id;
    await client.send('PUT', `/api/calls/${id}/correction`, { sentiment: 'negative' });
    const { calls, choices } = await getReview();
    expect(calls).toBe(4);
    expect(choices.map(({ needsListen }) => needsListen)).toEqual([2, 2, 2, 4]);
    expect(choices.at(-1)?.limits).toEqual([
      { engine: 'local', limit: 0.942, source: 'shipped', checked: 0 },
      { engine: 'llm:gpt', limit: 0.8, source: 'standard', checked: 0 },
    ]);
  });
});
