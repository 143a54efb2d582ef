import { FakeSmtpServer } from '@ringwell/testing/fake-smtp-server';
import { FakeTranscriptionServer } from '@ringwell/testing/fake-transcription-server';
import { FakeWebhookReceiver } from '@ringwell/testing/fake-webhook-receiver';
import type { TestAccount } from '@ringwell/testing/make-account';
import { useTestSystem } from '@ringwell/testing/use-test-system';

const TURNS = [
  'I am very unhappy, nobody came. Cancel it and refund my card.',
  "The card number is four one one one, one one one one, one one one one, one one one one, it's a Visa.",
  'Expiration is oh nine twenty-seven, security code is eight three nine.',
  'You can call me at 405-555-0182.',
];
const SECRETS = /four one one one|one one one one|oh nine twenty|eight three nine|4111 ?1111/i;

describe('redaction', () => {
  const provider = new FakeTranscriptionServer();
  const receiver = new FakeWebhookReceiver();
  const mailServer = new FakeSmtpServer();
  const system = useTestSystem([provider, receiver, mailServer], {
    env: () => ({
      TRANSCRIPTION_BASE_URL: provider.baseUrl,
      OUTBOUND_ALLOW: receiver.origin.replace('http://', ''),
      ...mailServer.settings,
    }),
  });

  beforeAll(() => {
    provider.reply = () => ({
      body: {
        task: 'transcribe',
        language: 'english',
        duration: 40,
        text: TURNS.join(' '),
        segments: TURNS.map((text, id) => ({
          id,
          start: 1 + id * 8,
          end: 8 + id * 8,
          text,
          avg_logprob: -0.1,
          no_speech_prob: 0.01,
        })),
      },
    });
  });

  async function processCall(account: TestAccount): Promise<{ text: string; databaseText: string }> {
    const id = await system.submit(account, 'samples/neutral.mp3', {
      callbackUrl: `${receiver.origin}/hook`,
      customerName: 'Rita Cole 4111 1111 1111 1111',
    });
    const { transcript } = await system.waitForCall(account, id);
    await system.waitForRows(
      `select id from deliveries where call_id = $1 and state not in ('sent', 'suppressed', 'failed', 'dead')`,
      [id],
      ({ length }) => length === 0,
    );
    const [dump] = await system.query<{ xml: string }>('select database_to_xml(true, false, $1)::text as xml', ['']);
    return { text: (transcript?.segments ?? []).map(({ text }) => text).join(' '), databaseText: dump?.xml ?? '' };
  }

  it('leaves no card numbers in the database, messages or logs, unless the account keeps them', async () => {
    const settings = { emailEnabled: true, emailNegativeSentiment: true, emailAddress: ['office@example.com'] };
    const account = await system.database.makeAccount({ settings });
    const { text, databaseText } = await processCall(account);
    expect(text).toContain('The card number is [card number]');
    expect(text).toContain('security code is [security code]');
    expect(text).toContain('405-555-0182');
    expect(databaseText).toContain('[card number]');
    expect(databaseText).not.toMatch(SECRETS);
    expect(receiver.requests).toHaveLength(1);
    expect(mailServer.emails).toHaveLength(1);
    const messages = [...receiver.requests.map(({ raw }) => raw), ...mailServer.emails.map(({ raw }) => String(raw))];
    expect(messages.join('\n')).toContain('Rita Cole');
    expect(messages.join('\n')).not.toMatch(SECRETS);
    expect([system.api, ...system.workers].flatMap(({ log }) => log).join('\n')).not.toMatch(SECRETS);

    const unredactedAccount = await system.database.makeAccount({
      settings: { ...settings, redaction: 'off' },
    });
    expect((await processCall(unredactedAccount)).text).toContain('four one one one');
  });
});
