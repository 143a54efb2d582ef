import { engineNote } from '@ringwell/domain/calls/engine-note';
import { problem } from '@ringwell/testing/session-client';
import { useSignedInOwner } from '@ringwell/testing/use-signed-in-owner';

import type { TranscriptDto } from './dto/transcript.dto';

describe('GET /api/calls/{id}/transcript', () => {
  const { database, account, client } = useSignedInOwner();

  it('returns the transcript by speaker and as text', async () => {
    const { id } = await database.makeCompletedCall(account.id);
    const { status, headers, body } = await client.get<TranscriptDto>(`/api/calls/${id}/transcript`);
    expect([status, headers.get('cache-control'), headers.get('vary')]).toEqual([
      200,
      'no-store',
      expect.stringContaining('Accept'),
    ]);
    expect(body).toMatchObject({
      callId: id,
      engine: 'pocketsphinx',
      engineNote: engineNote('pocketsphinx'),
      speakersGuessed: false,
      language: 'en',
      durationSeconds: 40.6,
      segments: [{ speaker: 'agent', text: 'Cedar Creek, hello.' }, { speaker: 'customer' }],
      text: 'Agent: Cedar Creek, hello.\nCustomer: Thank you so much.',
    });
  });

  it.each([
    ['format=text', '?format=text', {}],
    ['the Accept header', '', { accept: 'text/plain' }],
  ])('returns a text file when text is requested by %s', async (_case, query, headers) => {
    const { id } = await database.makeCompletedCall(account.id, {
      call: { occurredAt: new Date('2026-03-31T14:05:00Z') },
    });
    const response = await client.get<string>(`/api/calls/${id}/transcript${query}`, headers);
    expect(response.headers.get('content-type')).toBe('text/plain; charset=utf-8');
    expect(response.headers.get('content-disposition')).toBe(
      `attachment; filename=call-2026-03-31-${id.slice(0, 8)}.txt`,
    );
    expect(response.body).toBe('Agent: Cedar Creek, hello.\nCustomer: Thank you so much.\n');
  });

  it('prefers the format parameter to the Accept header, and rejects unknown formats', async () => {
    const { id } = await database.makeCompletedCall(account.id);
    expect(
      (await client.get(`/api/calls/${id}/transcript?format=json`, { accept: 'text/plain' })).headers.get(
        'content-type',
      ),
    ).toContain('application/json');
    expect((await client.get(`/api/calls/${id}/transcript?format=pdf`)).status).toBe(400);
  });

  it('explains why there is no transcript', async () => {
    const runningCall = await database.makeCompletedCall(account.id, {
      call: { state: 'running', resultRunNumber: null },
    });
    const failedCall = await database.makeCall(account.id, { state: 'failed' });
    expect(await client.get(`/api/calls/${runningCall.id}/transcript`)).toMatchObject(
      problem(404, 'NO_TRANSCRIPT', { message: expect.stringContaining('yet') as string }),
    );
    expect(await client.get(`/api/calls/${failedCall.id}/transcript`)).toMatchObject({
      status: 404,
      body: { message: expect.stringContaining('did not finish') as string },
    });
  });

  it("explains that the transcript was deleted, and keeps the call's summary", async () => {
    const expiredAt = new Date('2026-06-29T02:00:00Z');
    const { id } = await database.makeCompletedCall(account.id, {
      call: { recordingExpiredAt: expiredAt, wordsExpiredAt: expiredAt },
    });
    await database.query('delete from transcripts where call_id = $1', [id]);
    expect(await client.get(`/api/calls/${id}/transcript`)).toMatchObject(
      problem(404, 'TRANSCRIPT_EXPIRED', { message: expect.stringContaining('summary and label are kept') as string }),
    );
    expect((await client.get(`/api/calls/${id}`)).body).toMatchObject({
      state: 'completed',
      result: { label: 'Positive' },
      hasRecording: false,
      recordingExpiredAt: expiredAt.toISOString(),
      transcriptExpiredAt: expiredAt.toISOString(),
      links: { audio: null, transcript: null },
    });
  });
});
