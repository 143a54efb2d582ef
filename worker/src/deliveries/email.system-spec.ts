import { generateKeyPairSync } from 'node:crypto';

import { checkDkim } from '@ringwell/testing/dkim-check';
import { FakeSmtpServer } from '@ringwell/testing/fake-smtp-server';
import { FakeTranscriptionServer } from '@ringwell/testing/fake-transcription-server';
import type { TestAccount } from '@ringwell/testing/make-account';
import { SHORT_CALL } from '@ringwell/testing/test-system';
import { useTestSystem } from '@ringwell/testing/use-test-system';

interface DeliveryRow {
  destination: string;
  state: string;
  error_code: string | null;
}

const PUBLIC_URL = 'https://calls.example.com';
const UNHAPPY_TEXT = 'I want to cancel and I want my money back, nobody ever came.';

describe('email alerts', () => {
  const { privateKey, publicKey } = generateKeyPairSync('rsa', { modulusLength: 2_048 });
  const provider = new FakeTranscriptionServer();
  const mailServer = new FakeSmtpServer();
  const system = useTestSystem([provider, mailServer], {
    env: () => ({
      TRANSCRIPTION_BASE_URL: provider.baseUrl,
      PUBLIC_URL,
      ...mailServer.settings,
      DKIM_DOMAIN: 'example.com',
      DKIM_SELECTOR: 'ringwell',
      DKIM_PRIVATE_KEY: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString().trim().replaceAll('\n', '\\n'),
    }),
  });
  let account: TestAccount;

  beforeAll(async () => {
    provider.respondWithText(UNHAPPY_TEXT);
    account = await system.database.makeAccount({
      settings: {
        emailEnabled: true,
        emailNegativeSentiment: true,
        emailAddress: ['dana@example.com', 'office@example.com'],
      },
    });
  });

  async function processCall(): Promise<DeliveryRow[]> {
    mailServer.emails.length = 0;
    const id = await system.submit(account, SHORT_CALL);
    await system.waitForCall(account, id);
    return system.waitForRows<DeliveryRow>(
      'select destination, state, error_code from deliveries where call_id = $1 order by destination',
      [id],
      (deliveries) =>
        deliveries.length === 2 && deliveries.every(({ state }) => state === 'sent' || state === 'suppressed'),
    );
  }

  it('are signed and sent to each address separately, until a recipient unsubscribes with one click', async () => {
    expect(await processCall()).toMatchObject([
      { destination: 'dana@example.com', state: 'sent' },
      { destination: 'office@example.com', state: 'sent' },
    ]);
    expect(mailServer.emails.map(({ envelope }) => envelope.recipients).sort()).toEqual([
      ['dana@example.com'],
      ['office@example.com'],
    ]);
    for (const { raw, message } of mailServer.emails) {
      expect(message.subject).toMatch(/^Unhappy customer/);
      expect(checkDkim(raw, publicKey)).toMatchObject({
        domain: 'example.com',
        headers: expect.arrayContaining(['list-unsubscribe', 'list-unsubscribe-post']) as string[],
      });
    }

    const danaMail = mailServer.emails.find(({ envelope }) => envelope.recipients[0] === 'dana@example.com');
    const link =
      danaMail?.message.headers
        .find(({ key }) => key === 'list-unsubscribe')
        ?.value.replace(/[<>]/g, '')
        .replace(PUBLIC_URL, system.url) ?? '';
    const response = await fetch(link, {
      method: 'POST',
      body: 'List-Unsubscribe=One-Click',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
    });
    expect(response.status).toBe(200);

    expect(await processCall()).toEqual([
      { destination: 'dana@example.com', state: 'suppressed', error_code: 'MAIL_UNSUBSCRIBED' },
      { destination: 'office@example.com', state: 'sent', error_code: null },
    ]);
    expect(mailServer.emails.map(({ envelope }) => envelope.recipients)).toEqual([['office@example.com']]);
    expect([system.api, ...system.workers].flatMap(({ log }) => log).join('\n')).not.toMatch(
      /money back|dana@example|PRIVATE KEY|unsubscribe\/v1/,
    );
  });
});
