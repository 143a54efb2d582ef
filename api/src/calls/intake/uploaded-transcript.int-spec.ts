import { Call } from '@ringwell/database/calls/call.entity';
import { rows } from '@ringwell/database/postgres/sql';
import { IntakeClient, makeWav, type IntakeResponse } from '@ringwell/testing/intake-client';
import { problem } from '@ringwell/testing/session-client';
import { useSignedInOwner } from '@ringwell/testing/use-signed-in-owner';

const TURNS = [
  { speaker: 'Agent', start: 0, end: 3.5, text: 'Cedar Creek, this is Paul.' },
  { speaker: 'customer', start: 4, end: 61.25, text: ' My  heater\nis out. ' },
];
const SRT =
  '\uFEFF1\r\n00:00:00,000 --> 00:00:03,500\r\nRau\u0301l: Cedar Creek,\r\nthis is Paul.\r\n\r\n2\r\n00:00:04,000 --> 00:01:01,250\r\nDana: My heater is out.\r\n';
const VTT = [
  'WEBVTT - a call',
  '',
  'NOTE not said',
  '',
  'first',
  '00:00.000 --> 00:03.500 align:start',
  '<v.loud Paul>Cedar Creek, <b>this</b> is Paul.</v>',
  '',
  '00:04.000 --> 00:01:01.250',
  '<v Dana>My heater &amp; AC are out.',
].join('\n');
const makeWord = (text: string, start: number, end: number, speaker?: number): object => ({
  word: text.toLowerCase(),
  punctuated_word: text,
  start,
  end,
  speaker,
});
const DEEPGRAM = {
  metadata: { duration: 70.5 },
  results: {
    channels: [
      {
        detected_language: 'en_us',
        alternatives: [
          {
            transcript: 'Cedar Creek. My heater. Is out.',
            words: [
              makeWord('Cedar', 0.1, 0.4, 0),
              makeWord('Creek.', 0.5, 0.9, 0),
              makeWord('My', 1, 1.2, 1),
              makeWord('heater.', 1.2, 1.6, 1),
              makeWord('Is', 4, 4.2, 1),
              makeWord('out.', 4.2, 4.6, 1),
            ],
          },
        ],
      },
    ],
  },
};
const UTTERANCES = {
  results: {
    channels: [{ alternatives: [{ languages: ['es', 'en'], words: [] }] }],
    utterances: [
      { start: 5, end: 9, channel: 1, transcript: 'My heater is out.', confidence: 0.98 },
      { start: 0, end: 3, channel: 0, transcript: 'Cedar Creek.', confidence: 0.9 },
    ],
  },
};
const DIARIZED = {
  text: 'Cedar Creek. My heater is out.',
  language: 'spanish',
  segments: [
    { id: 'a', speaker: 'A', start: 0, end: 3, text: ' Cedar Creek.' },
    { id: 'b', speaker: 'B', start: 5, end: 9, text: ' My heater is out.' },
  ],
};

interface StoredTranscript {
  engine: string;
  language: string;
  duration: string;
  text: string;
  segments: { speaker: string; startMs: number; endMs: number; text: string; speakerNumber?: number }[];
}

describe('POST /api/n8n/calls with a transcript', () => {
  const { api, database, owner: account, intake: client } = useSignedInOwner();

  async function findTranscript({ body: { id } }: Pick<IntakeResponse, 'body'>): Promise<StoredTranscript | undefined> {
    const sql =
      'select engine, language, duration_seconds as duration, text, segments from transcripts where call_id = $1';
    const [transcript] = await rows<StoredTranscript>(database.manager, sql, [id]);
    return transcript;
  }

  it('queues the call with its words, the length implied by its times, and no recording', async () => {
    const response = await client.postJson({ transcript: TURNS, direction: 'inbound', from: '+15551234567' });
    expect(response).toMatchObject({ status: 202, body: { state: 'queued' } });
    expect(await findTranscript(response)).toMatchObject({
      engine: 'sender',
      language: 'und',
      duration: '61.25',
      text: 'Agent: Cedar Creek, this is Paul.\nCustomer: My heater is out.',
      segments: [
        { speaker: 'agent', startMs: 0, endMs: 3_500 },
        { speaker: 'customer', startMs: 4_000, endMs: 61_250 },
      ],
    });
    expect(await database.manager.findOneByOrFail(Call, { id: response.body.id })).toMatchObject({
      state: 'queued',
      direction: 'inbound',
      recordingKey: null,
      recordingBytes: null,
      durationSeconds: '61.25',
    });
    expect((await api.listStoredFiles()).filter((path) => path.includes(account.account.id))).toEqual([]);
  });

  it.each([
    ['SRT', SRT, '0@0 Cedar Creek, this is Paul. | 1@4000 My heater is out.', '61.25', 'und'],
    ['WebVTT', VTT, '0@0 Cedar Creek, this is Paul. | 1@4000 My heater & AC are out.', '61.25', 'und'],
    ['Deepgram words', DEEPGRAM, '0@100 Cedar Creek. | 1@1000 My heater. | 1@4000 Is out.', '70.50', 'en-US'],
    ['Deepgram utterances', UTTERANCES, '1@0 Cedar Creek. | 0@5000 My heater is out.', '9.00', 'es'],
    ['OpenAI JSON', DIARIZED, '0@0 Cedar Creek. | 1@5000 My heater is out.', '9.00', 'es'],
    [
      'OpenAI JSON as text',
      JSON.stringify({ ...DIARIZED, language: 'spa' }),
      '0@0 Cedar Creek. | 1@5000 My heater is out.',
      '9.00',
      'es',
    ],
  ])('reads the speakers of %s', async (_case, transcript, turns, duration, language) => {
    const response = await client.postJson({ transcript });
    expect(response.status).toBe(202);
    const { segments, ...transcriptFields } = (await findTranscript(response))!;
    expect(transcriptFields).toMatchObject({ engine: 'sender', duration, language });
    expect(segments.map(({ speakerNumber, startMs, text }) => `${speakerNumber}@${startMs} ${text}`).join(' | ')).toBe(
      turns,
    );
  });

  it('reads a short transcript from a form, and plain text from OpenAI with a duration', async () => {
    const formResponse = await client.postForm([
      ['transcript', SRT],
      ['from', '+15551234567'],
    ]);
    expect([formResponse.status, (await findTranscript(formResponse))?.duration]).toEqual([202, '61.25']);
    const plainTextResponse = await client.postJson({ transcript: { text: 'Hello there.' }, durationSeconds: 12 });
    expect(await findTranscript(plainTextResponse)).toMatchObject({
      duration: '12.00',
      segments: [{ startMs: 0, endMs: 12_000 }],
    });
  });

  it.each([null, '', ' '])(
    'treats the transcript and the duration %j as missing, like other empty fields',
    async (empty) => {
      const emptyFields = { transcript: empty, durationSeconds: empty };
      const recordingUrl = 'https://recordings.example.com/a.mp3';
      expect((await client.postJson({ ...emptyFields, recordingUrl })).status).toBe(202);
      expect(await client.postJson(emptyFields)).toMatchObject(problem(400, 'RECORDING_MISSING'));
    },
  );

  it('estimates missing turn times from the length of the call', async () => {
    const transcript = [{ text: 'One two three four' }, { speaker: 7, text: 'Five six' }, { speaker: 7, text: '' }];
    const response = await client.postJson({ transcript, durationSeconds: '130' });
    expect(await findTranscript(response)).toMatchObject({
      engine: 'sender without times',
      duration: '130.00',
      segments: [
        { startMs: 0, endMs: 90_000 },
        { startMs: 90_000, endMs: 130_000, speakerNumber: 0 },
      ],
    });
  });

  it('accepts the transcript of a long call', async () => {
    const transcript = Array.from({ length: 3_000 }, (_, index) => ({
      start: index,
      end: index + 1,
      text: "We're coming on Tuesday.",
    }));
    expect((await client.postJson({ transcript })).status).toBe(202);
  });

  it('reads an unclosed voice tag with a million spaces', async () => {
    const transcript = `WEBVTT\n\n00:00.000 --> 00:03.500\n<v${' '.repeat(1_000_000)}Paul`;
    expect((await findTranscript(await client.postJson({ transcript })))?.text).toContain('Paul');
  });

  it.each([
    ['turns without times or a duration', { transcript: [{ text: 'Hello' }] }, 'durationSeconds', /call's duration/],
    [
      'a duration that is not a number',
      { transcript: TURNS, durationSeconds: 'long' },
      'durationSeconds',
      /number of seconds/,
    ],
    ['a zero duration', { transcript: [{ text: 'Hello' }], durationSeconds: 0 }, 'durationSeconds', /more than 0/],
    [
      'a call of more than a day',
      { transcript: [{ start: 0, end: 90_000, text: 'Hello' }] },
      'transcript',
      /at most 24 hours/,
    ],
    ['incomplete times', { transcript: [...TURNS, { text: 'Hello' }] }, 'transcript', /every turn, or for none/],
    ['an end before the start', { transcript: [{ start: 4, end: 3, text: 'Hello' }] }, 'transcript', /Turn 1 must/],
    [
      'more words than fit in the duration',
      { transcript: [{ text: 'Hello there. '.repeat(500) }], durationSeconds: 5 },
      'durationSeconds',
      /too many words for 5 seconds/,
    ],
    ['no words', { transcript: [{ start: 0, end: 3, text: ' ' }] }, 'transcript', /no words/],
    ['an empty list', { transcript: [] }, 'transcript', /no words/],
    ['a turn without text', { transcript: [{ speaker: 'agent' }] }, 'transcript', /0\.text/],
    ['prose', { transcript: 'Dana called about her heater.' }, 'transcript', /SRT or WebVTT/],
    ['broken JSON', { transcript: '[{"text":' }, 'transcript', /isn't valid JSON/],
    ['an object in another format', { transcript: { words: [] } }, 'transcript', /Send a list of turns/],
    ['a number', { transcript: 7 }, 'transcript', /Send a list of turns/],
    [
      'a duration without a transcript',
      { recordingUrl: 'https://recordings.example.com/a.mp3', durationSeconds: 7 },
      'durationSeconds',
      /Unknown field/,
    ],
  ])('rejects %s and explains what to do', async (_case, body, field, message) => {
    const response = await client.postJson(body);
    expect(response).toMatchObject(problem(400, 'VALIDATION_FAILED', { errors: [{ field }] }));
    expect(response.body.errors?.[0]?.message).toMatch(message);
    expect(await database.manager.countBy(Call, { accountId: account.account.id })).toBe(0);
  });

  it('applies the JSON limits to JSON sent as text', async () => {
    for (const [transcript, code] of [
      [`[${'1,'.repeat(400_000)}1]`, 'JSON_TOO_MANY_VALUES'],
      ['['.repeat(40) + ']'.repeat(40), 'JSON_TOO_DEEP'],
    ])
      expect(await client.postJson({ transcript })).toMatchObject({ status: 400, body: { code } });
  });

  it('rejects a transcript sent along with a recording, and stores neither', async () => {
    const linkResponse = await client.postJson({
      transcript: TURNS,
      recordingUrl: 'https://recordings.example.com/a.mp3',
    });
    const fileResponse = await client.postForm([
      ['audio', makeWav(9_000)],
      ['transcript', SRT],
    ]);
    for (const response of [linkResponse, fileResponse]) expect(response).toMatchObject(problem(400, 'TWO_RECORDINGS'));
    expect((await api.listStoredFiles()).filter((path) => path.includes(account.account.id))).toEqual([]);
  });

  it('returns the same call when it is sent again, and rejects the key with a different transcript', async () => {
    const headers = { 'idempotency-key': 'one' };
    const firstResponse = await client.postJson({ transcript: TURNS }, headers);
    expect((await client.postJson({ transcript: TURNS }, headers)).body).toEqual(firstResponse.body);
    const otherResponse = await client.postJson({ transcript: [{ ...TURNS[0], text: 'Hello' }] }, headers);
    expect(otherResponse).toMatchObject(problem(422, 'IDEMPOTENCY_KEY_REUSED'));
  });

  it("doesn't store card numbers while the call is waiting, unless the account keeps them", async () => {
    const transcript = [{ start: 0, end: 9, text: 'My card is 4111 1111 1111 1111, thanks.' }];
    expect((await findTranscript(await client.postJson({ transcript })))?.text).toContain(
      'My card is [card number], thanks.',
    );
    const unredactedAccount = await database.makeAccount({ settings: { redaction: 'off' } });
    const unredactedResponse = await new IntakeClient(api.url, unredactedAccount.token).postJson({ transcript });
    expect((await findTranscript(unredactedResponse))?.text).toContain('4111');
  });

  it('keeps the transcript of a skipped call, and processes it once processing is enabled', async () => {
    const pausedAccount = await database.makeAccount({ settings: { active: false } });
    const skippedResponse = await new IntakeClient(api.url, pausedAccount.token).postJson({ transcript: TURNS });
    expect(skippedResponse).toMatchObject({ status: 202, body: { state: 'skipped' } });
    await rows(database.manager, 'update account_settings set active = true where account_id = $1', [
      pausedAccount.account.id,
    ]);
    const session = await api.signIn(pausedAccount.user);
    expect(await session.post(`/api/calls/${skippedResponse.body.id}/reprocess`)).toMatchObject({ status: 202 });
    const copies = await database.query(
      'select run_number, text from transcripts where call_id = $1 order by run_number',
      [skippedResponse.body.id],
    );
    expect(copies).toMatchObject([
      { run_number: 1 },
      { run_number: 2, text: expect.stringContaining('heater') as string },
    ]);
  });

  it('explains that the call has no recording to play', async () => {
    const { body } = await client.postJson({ transcript: TURNS });
    const session = await api.signIn(account.user);
    expect((await session.get(`/api/calls/${body.id}`)).body).toMatchObject({
      hasRecording: false,
      hasGivenTranscript: true,
      links: { audio: null },
    });
    expect(await session.get(`/api/calls/${body.id}/audio`)).toMatchObject(
      problem(404, 'RECORDING_MISSING', { message: 'This call has no recording: it was sent as a transcript.' }),
    );
  });
});
