import type { TestAccount } from '@ringwell/testing/make-account';
import { type CallResponse } from '@ringwell/testing/test-system';
import { useTestSystem } from '@ringwell/testing/use-test-system';

const TIMED_SENTENCES = [
  [0, 'Cedar Creek Plumbing, this is Paul. How can I help you?'],
  [5, 'I am very unhappy, nobody came. Cancel it and refund my card.'],
  [12, 'I am so sorry to hear that. Which card did you pay with?'],
  [18, "The card number is four one one one, one one one one, one one one one, one one one one, it's a Visa."],
  [30, 'Thank you. I have canceled the visit and will refund you today.'],
] as const;
const TURNS = TIMED_SENTENCES.map(([start, text], index) => ({
  speaker: index % 2 === 0 ? 'agent' : 'customer',
  start,
  end: start + 5,
  text,
}));

describe('a call submitted with a transcript', () => {
  const system = useTestSystem([], { env: () => ({ TRANSCRIPTION_BASE_URL: 'http://127.0.0.1:9/v1' }) });

  beforeAll(() => {
    // The recognizer is unreachable, because it isn't needed.
  });

  const fetchJson = async <T>(account: TestAccount, path: string, body?: object, method = 'POST'): Promise<T> => {
    const response = await fetch(system.url + path, {
      ...(body && { method, body: JSON.stringify(body) }),
      headers: { authorization: `Bearer ${account.token}`, 'content-type': 'application/json' },
    });
    return (await response.json()) as T;
  };
  const listSpeakers = ({ transcript }: CallResponse): string[] =>
    (transcript?.segments ?? []).map(({ speaker }) => speaker);

  it('is judged, counted, indexed and followed up like any other call, without its card number', async () => {
    const account = await system.database.makeAccount({
      account: { company: 'Cedar Creek Plumbing' },
      settings: { inboundMinCallTime: 0 },
    });
    const id = await system.submitJson(account, { transcript: TURNS, direction: 'inbound', from: '+15551234567' });
    const call = await system.waitForCall(account, id);
    expect(call).toMatchObject({
      state: 'completed',
      attempts: 1,
      agentName: 'Paul',
      durationSeconds: 35,
      usageMinutes: 0.58,
      result: { sentiment: 'negative', label: 'Negative' },
      transcript: { engine: 'sender' },
    });
    expect(listSpeakers(call)).toEqual(['agent', 'customer', 'agent', 'customer', 'agent']);
    expect(call.transcript?.segments[3]?.text).toContain('[card number]');
    const searchResult = await fetchJson<{ items: { id: string }[] }>(account, '/api/calls?search=refund');
    expect(searchResult.items).toMatchObject([{ id }]);
    const followUps = await system.query('select kind from follow_ups where call_id = $1', [id]);
    expect(followUps).toEqual([{ kind: 'unhappy' }]);
    const [stored] = await system.query<{ texts: string }>(
      `
      select concat((select jsonb_agg(transcripts) from transcripts), (select jsonb_agg(analyses) from analyses),
        (select jsonb_agg(calls) from calls), (select jsonb_agg(call_search) from call_search)) as texts`,
    );
    expect(stored?.texts).toContain('[card number]');
    expect(stored?.texts).not.toMatch(/four one one one|one one one one/i);
  });

  it('identifies its speakers by their words if the sender does not name them', async () => {
    const account = await system.database.makeAccount();
    const id = await system.submitJson(account, {
      transcript: TURNS.map((turn, index) => ({ ...turn, speaker: `SPEAKER_0${index % 2}` })),
    });
    expect(listSpeakers(await system.waitForCall(account, id))).toEqual([
      'agent',
      'customer',
      'agent',
      'customer',
      'agent',
    ]);
  });

  it('needs a listen if it is not in English, even if the sender does not name its language', async () => {
    const account = await system.database.makeAccount();
    const texts = ['Buenos días, le habla Paula, ¿en qué le puedo ayudar?', 'Nadie vino ayer y estoy muy enojada.'];
    const turns = texts.map((text, index) => ({ ...TURNS[index], text }));
    const call = await system.waitForCall(account, await system.submitJson(account, { transcript: turns }));
    expect(call).toMatchObject({ result: { label: 'Needs a listen' }, transcript: { language: 'und' } });
  });

  it('is reprocessed from its corrected transcript and not counted twice', async () => {
    const account = await system.database.makeAccount();
    const id = await system.submitJson(account, {
      transcript: TURNS.map(({ start: _, end: __, ...turn }) => turn),
      durationSeconds: 90,
    });
    await system.waitForCall(account, id);
    await fetchJson(account, `/api/calls/${id}/transcript`, { from: 'Paul', to: 'Saul' }, 'PATCH');
    // Marks the recording as expired, although the call never had one.
    await system.query('update calls set recording_expired_at = now() where id = $1', [id]);
    expect(await fetchJson(account, `/api/calls/${id}/reprocess`, {})).toMatchObject({ state: 'queued' });
    const reprocessedCall = await system.waitForCall(account, id);
    expect(reprocessedCall).toMatchObject({
      state: 'completed',
      usageMinutes: 1.5,
      transcript: { engine: 'sender without times' },
    });
    expect(reprocessedCall.transcript?.segments[0]?.text).toContain('this is Saul');
    const storedRows = await system.query('select run_number from transcripts where call_id = $1', [id]);
    expect(storedRows).toEqual([{ run_number: 2 }]);
    await fetchJson(account, `/api/calls/${id}/swap-speakers`, {});
    const swappedCall = await system.waitForCall(
      account,
      id,
      ({ state, transcript }) => state === 'completed' && transcript?.segments[0]?.speaker === 'customer',
    );
    expect(listSpeakers(swappedCall)).toEqual(['customer', 'agent', 'customer', 'agent', 'customer']);
  });

  it("is subject to the account's rules, and keeps its transcript when skipped", async () => {
    const account = await system.database.makeAccount({ settings: { inboundMinCallTime: 60 } });
    const id = await system.submitJson(account, { transcript: TURNS, direction: 'inbound' });
    expect(await system.waitForCall(account, id)).toMatchObject({
      state: 'skipped',
      skipReason: 'too_short',
      usageMinutes: null,
    });
    await system.query('update account_settings set inbound_min_call_time = 0 where account_id = $1', [
      account.account.id,
    ]);
    await fetchJson(account, `/api/calls/${id}/reprocess`, {});
    expect(await system.waitForCall(account, id)).toMatchObject({ state: 'completed', usageMinutes: 0.58 });
  });

  it('is erased with its transcript', async () => {
    const account = await system.database.makeAccount();
    const id = await system.submitJson(account, { transcript: TURNS });
    await system.waitForCall(account, id);
    const response = await fetch(`${system.url}/api/n8n/calls/${id}`, {
      method: 'DELETE',
      headers: { authorization: `Bearer ${account.token}` },
    });
    expect(response.status).toBe(200);
    expect(await system.query('select from transcripts where call_id = $1', [id])).toEqual([]);
  });
});
