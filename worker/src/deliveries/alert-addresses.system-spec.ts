import { FakeSmtpServer, type ReceivedEmail } from '@ringwell/testing/fake-smtp-server';
import { FakeTranscriptionServer } from '@ringwell/testing/fake-transcription-server';
import type { TestAccount } from '@ringwell/testing/make-account';
import { SHORT_CALL } from '@ringwell/testing/test-system';
import { useTestSystem } from '@ringwell/testing/use-test-system';

const PUBLIC_URL = 'https://calls.example.com';
const PASSWORD = 'four quiet copper kettles';
const UNHAPPY_TEXT = 'I want to cancel and I want my money back, nobody ever came.';

describe('alerts to an address outside the account', () => {
  const provider = new FakeTranscriptionServer();
  const mailServer = new FakeSmtpServer();
  const system = useTestSystem([provider, mailServer], {
    env: () => ({
      TRANSCRIPTION_BASE_URL: provider.baseUrl,
      PUBLIC_URL,
      ...mailServer.settings,
      CONFIRM_ALERT_ADDRESSES: 'on',
    }),
  });
  let account: TestAccount;

  beforeAll(async () => {
    provider.respondWithText(UNHAPPY_TEXT);
    account = await system.database.makeAccount({
      user: { email: 'dana@example.com' },
      password: PASSWORD,
      settings: { emailEnabled: true, emailNegativeSentiment: true, emailAddress: ['dana@example.com'] },
    });
  });

  const sendRequest = (
    method: string,
    path: string,
    body: object,
    headers: Record<string, string> = {},
  ): Promise<Response> =>
    fetch(system.url + path, {
      method,
      body: JSON.stringify(body),
      headers: { 'content-type': 'application/json', origin: PUBLIC_URL, ...headers },
    });
  async function waitForMail(address: string): Promise<ReceivedEmail> {
    const findMail = (): ReceivedEmail | undefined =>
      mailServer.emails.find(({ envelope }) => envelope.recipients.includes(address));
    return (await system.waitUntil(findMail, (mail) => mail !== undefined))!;
  }
  // Alerts are planned when the call ends.
  async function listAlertedAddresses(): Promise<string[]> {
    const id = await system.submit(account, SHORT_CALL);
    await system.waitForCall(account, id);
    const deliveries = await system.query<{ destination: string }>(
      'select destination from deliveries where call_id = $1 order by destination',
      [id],
    );
    return deliveries.map(({ destination }) => destination);
  }

  it('begin once the recipient follows the link in the email and confirms', async () => {
    const signInResponse = await sendRequest('POST', '/api/login', { email: 'dana@example.com', password: PASSWORD });
    const cookie = signInResponse.headers
      .getSetCookie()
      .map((line) => line.split(';')[0])
      .join('; ');
    const saveResponse = await sendRequest(
      'PATCH',
      '/api/my/settings/email-addresses',
      { add: ['sam@example.com'] },
      { cookie },
    );
    expect(await saveResponse.json()).toMatchObject({ unconfirmedAddresses: { 'sam@example.com': 'waiting' } });

    const { message } = await waitForMail('sam@example.com');
    expect(message.subject).toBe('Confirm that you want call alerts from Ringwell');
    const [link = ''] = /https:\/\/\S+/.exec(message.text ?? '') ?? [];
    expect(link).toMatch(`${PUBLIC_URL}/api/alert-addresses/`);
    expect((await fetch(link.replace(PUBLIC_URL, system.url))).status).toBe(200);
    expect(await listAlertedAddresses()).toEqual(['dana@example.com']);

    const response = await fetch(link.replace(PUBLIC_URL, system.url), {
      method: 'POST',
      body: new URLSearchParams({ response: 'confirm' }),
    });
    expect(response.status).toBe(200);
    mailServer.emails.length = 0;
    expect(await listAlertedAddresses()).toEqual(['dana@example.com', 'sam@example.com']);
    expect((await waitForMail('sam@example.com')).message.subject).toMatch(/^Unhappy customer/);
    expect([system.api, ...system.workers].flatMap(({ log }) => log).join('\n')).not.toMatch(
      /sam@example|alert-addresses\/v1/,
    );
  });
});
