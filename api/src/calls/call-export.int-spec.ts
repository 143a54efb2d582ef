import type { ClientResponse } from '@ringwell/testing/session-client';
import { useSignedInOwner } from '@ringwell/testing/use-signed-in-owner';

const BYTE_ORDER_MARK = '\ufeff';
const HEADER_ROW =
  'Received (UTC),Started (UTC),Direction,From,To,Customer,Agent,Duration (s),Customer Happiness,Summary,Key Points,' +
  'Follow-up,State,Reason,Needs Review,Review Reason,Topic,Corrected From,Booked,Confirmed,Job,Job Total,Asked to Book,Reached,Call ID';

describe('GET /api/calls/export.csv', () => {
  const { api, database, account, client } = useSignedInOwner();

  const exportTable = (query = ''): Promise<ClientResponse<string>> =>
    client.get<string>(`/api/calls/export.csv${query}`);
  const readRows = ({ body }: ClientResponse<string>): string[] => body.split('\r\n').slice(1, -1);

  it('returns a spreadsheet file with one row per call', async () => {
    const completedCall = await database.makeCompletedCall(account.id, {
      call: {
        createdAt: new Date('2026-04-01T10:00:00Z'),
        occurredAt: new Date('2026-03-31T14:05:00Z'),
        direction: 'inbound',
        fromNumber: '555 1234',
        toNumber: '555 4321',
        customerName: 'Zoë "Zo" O’Neill, Jr.',
      },
      analysis: {
        topic: 'praise',
        summary: 'First line.\nSecond line.',
        keyPoints: ['Heater repaired', 'Paid'],
        followUp: { needed: true, what: 'Call back.' },
      },
    });
    const failedCall = await database.makeCall(account.id, {
      createdAt: new Date('2026-04-01T09:00:00Z'),
      state: 'failed',
      errorCode: 'X',
      errorMessage: 'It broke.',
    });
    const response = await exportTable();
    expect(response.status).toBe(200);
    expect(Object.fromEntries(response.headers)).toMatchObject({
      'content-type': 'text/csv; charset=utf-8',
      'cache-control': 'no-store',
      'content-disposition': expect.stringMatching(/^attachment; filename=calls-\d{4}-\d{2}-\d{2}\.csv$/) as string,
    });
    const bytes = await (
      await fetch(`${api.url}/api/calls/export.csv`, { headers: { cookie: client.cookie } })
    ).arrayBuffer();
    expect(new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes)).toBe(
      [
        `${BYTE_ORDER_MARK}${HEADER_ROW}`,
        `2026-04-01 09:00:00,,,,,,,,,,,,Failed,It broke.,,,,,,,,,,,${failedCall.id}`,
        '2026-04-01 10:00:00,2026-03-31 14:05:00,Inbound,555 1234,555 4321,"Zoë ""Zo"" O’Neill, Jr.",,40.6,Positive,' +
          `First line. Second line.,Heater repaired; Paid,Call back.,Processed,,no,,Praise,,,,,,,,${completedCall.id}`,
        '',
      ].join('\r\n'),
    );
  });

  it("shows times in the account's time zone", async () => {
    await client.put('/api/my/settings', { timeZone: 'America/Denver' });
    await database.makeCall(account.id, {
      createdAt: new Date('2026-04-01T05:00:00Z'),
      occurredAt: new Date('2026-03-01T05:00:00Z'),
    });
    const response = await exportTable();
    expect(response.body).toContain('Received (America/Denver),Started (America/Denver),');
    expect(readRows(response)).toEqual([expect.stringContaining('2026-03-31 23:00:00,2026-02-28 22:00:00,')]);
  });

  it.each([
    ['words_unreliable', 'Words not recognized well enough'],
    ['too_few_words', 'Too short to judge'],
    ['recording_incomplete', '"Part of the recording missing, probably Negative"'],
    ['low_confidence', '"Not sure, probably Negative"'],
    ['mixed_signals', '"Both happy and unhappy, probably Negative"'],
  ] as const)('does not export a guess as the label (%s)', async (reviewReason, reason) => {
    await database.makeCompletedCall(account.id, {
      analysis: { sentiment: 'negative', needsReview: true, reviewReason },
    });
    expect(readRows(await exportTable())).toEqual([expect.stringMatching(/,40\.6,Needs a listen,/)]);
    expect(readRows(await exportTable())[0]).toContain(`,Processed,,yes,${reason}`);
    expect(readRows(await exportTable('?sentiment=negative'))).toEqual([]);
  });

  it('includes the topic, and exports the calls on a given topic', async () => {
    await database.makeCompletedCall(account.id, {
      analysis: { sentiment: 'negative', topic: 'rudeness' },
    });
    await database.makeCompletedCall(account.id);
    const listTopics = async (query = ''): Promise<(string | undefined)[]> =>
      readRows(await exportTable(query)).map((line) => line.split(',').at(-9));
    expect((await listTopics()).sort()).toEqual(['Not sorted', 'Rude or pushy']);
    expect(await listTopics('?topic=rudeness')).toEqual(['Rude or pushy']);
  });

  it('includes why a call was skipped, with its length and the limit', async () => {
    await database.makeCall(account.id, {
      state: 'skipped',
      direction: 'outbound',
      durationSeconds: '12.4',
      skipReason: 'too_short',
      skipLimit: 30,
    });
    const lines = readRows(await exportTable());
    expect(lines).toEqual([expect.stringContaining(',Outbound,')]);
    expect(lines).toEqual([expect.stringContaining(',Skipped,This call is 12 s long; the minimum is 30 s.,')]);
  });

  it.each([
    ['=HYPERLINK("x")', `"'=HYPERLINK(""x"")"`],
    ['+1555', `'+1555`],
    ['-2+3', `'-2+3`],
    ['@SUM(A1)', `'@SUM(A1)`],
    ['Dana;=1+1;', `Dana;'=1+1;`],
    ['Dana; -1+1', `Dana; '-1+1`],
    ['\u00a0=1+1', `\u00a0'=1+1`],
  ])('escapes the formula %s', async (name, cell) => {
    await database.makeCall(account.id, { customerName: name });
    expect(readRows(await exportTable())).toEqual([expect.stringContaining(`,,,,,${cell},`)]);
  });

  it.each([
    ['a bare LF', 'Leaks.\nDrips.'],
    ['a bare CR', 'Leaks.\rDrips.'],
    ['CRLF', 'Leaks.\r\nDrips.'],
  ])('quotes a cell when it contains %s', async (_case, what) => {
    const analysis = { keyPoints: [], followUp: { needed: true, what } };
    await database.makeCompletedCall(account.id, { analysis });
    expect((await exportTable()).body).toContain(`,"${what}",Processed,`);
  });

  it("accepts the list's filters, but no paging parameters", async () => {
    await database.makeCall(account.id, { state: 'failed', customerName: 'Dana' });
    await database.makeCall(account.id, { state: 'failed', customerName: 'Zoë' });
    await database.makeCall(account.id, { customerName: 'Zoë' });
    expect(readRows(await exportTable('?state=failed&search=zo'))).toEqual([
      expect.stringMatching(/,Zoë,.*,Failed,,,,,,,,,,,,[-0-9a-f]{36}$/),
    ]);
    for (const query of ['?limit=5', '?cursor=x', '?state=done', '?search=x'])
      expect((await exportTable(query)).status).toBe(400);
  });

  it('exports all pages of a large account', async () => {
    await database.query(
      `
      insert into calls (account_id, source, customer_name, created_at)
      select $1, 'n8n', 'customer ' || number, timestamptz '2026-03-01' - number * interval '1 second'
      from generate_series(1, 1203) number`,
      [account.id],
    );
    const lines = readRows(await exportTable());
    expect(lines.map((line) => /customer \d+/.exec(line)?.[0])).toEqual(
      Array.from({ length: 1_203 }, (_, i) => `customer ${i + 1}`),
    );
  });

  it('returns only the header row if there are no calls', async () => {
    expect((await exportTable()).body.replace(BYTE_ORDER_MARK, '')).toBe(`${HEADER_ROW}\r\n`);
  });
});
