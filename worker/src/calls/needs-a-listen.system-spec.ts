import { FakeServiceTitanServer, type FakeTenant } from '@ringwell/testing/fake-service-titan-server';
import { FakeSlackServer } from '@ringwell/testing/fake-slack-server';
import { FakeSmtpServer } from '@ringwell/testing/fake-smtp-server';
import type { TestAccount } from '@ringwell/testing/make-account';
import { makeAudio, samplePath } from '@ringwell/testing/make-audio';
import { SessionClient } from '@ringwell/testing/session-client';
import { temporaryDirectory } from '@ringwell/testing/temporary-directory';
import { useTestSystem } from '@ringwell/testing/use-test-system';

const PASSWORD = 'let me hear it';
const PUBLIC_URL = 'https://calls.example.com';
// Long enough for the built-in recognizer on a slow machine.
const TIMEOUT_MS = 180_000;
const UNRELIABLE_MESSAGE = 'This recording could not be transcribed well enough to judge.';
const LABEL_PATTERN = /Positive|Neutral|Negative|probably|Unhappy/;
// Narrowband audio with noise and a dropout every half second.
const BAD_LINE_FILTER =
  '[0:a]pan=mono|c0=c0+c1,aresample=8000,highpass=f=400,lowpass=f=1800[voice];' +
  'anoisesrc=r=8000:color=pink:seed=7:a=0.3:d=3[noise];' +
  "[voice][noise]amix=inputs=2:normalize=0:duration=shortest,volume='if(lt(mod(t,0.5),0.15),0,1)':eval=frame";

describe('a call with unrecognizable words', () => {
  const directory = temporaryDirectory();
  const slack = new FakeSlackServer();
  const serviceTitan = new FakeServiceTitanServer();
  const smtp = new FakeSmtpServer();
  const servers = [slack, serviceTitan, smtp];
  let tenant: FakeTenant;
  const system = useTestSystem(servers, {
    env: () => ({
      PUBLIC_URL,
      SLACK_API_URL: slack.apiUrl,
      ...smtp.settings,
      ...serviceTitan.settings,
    }),
  });
  let account: TestAccount;

  beforeAll(async () => {
    tenant = serviceTitan.addTenant('987654321');
    tenant.jobs.push({ id: 5, customerId: 7 });
    account = await makeConnectedAccount();
  });

  function makeConnectedAccount(): Promise<TestAccount> {
    return system.database.makeAccount({
      password: PASSWORD,
      account: { serviceTitanTenant: tenant.id },
      settings: {
        slackEnabled: true,
        slackChannel: '#calls',
        slackPositiveSentiment: false,
        slackNeutralSentiment: false,
        emailEnabled: true,
        emailAddress: ['owner@example.com'],
        serviceTitanClientId: tenant.clientId,
        noteTarget: 'job',
        inboundMinCallTime: 0,
      },
      secrets: { slackBotToken: slack.token, serviceTitanClientSecret: tenant.clientSecret },
    });
  }

  function makeBadRecording(): Promise<string> {
    const args = ['-ss', '8', '-t', '3', '-i', samplePath('positive.wav'), '-filter_complex', BAD_LINE_FILTER];
    return makeAudio(`${directory}/bad-line.mp3`, [...args, '-ar', '8000', '-b:a', '8k']);
  }

  async function signIn(): Promise<SessionClient> {
    const { email } = account.user;
    const { headers } = await new SessionClient(system.url, '').post('/api/login', { email, password: PASSWORD });
    const cookies = headers.getSetCookie().map((cookie) => cookie.split(';')[0]);
    return new SessionClient(system.url, cookies.join('; '));
  }

  async function waitForDeliveries(callId: string): Promise<void> {
    await system.waitForRows<{ state: string }>(
      'select state from deliveries where call_id = $1',
      [callId],
      (deliveries) => deliveries.length === 3 && deliveries.every(({ state }) => state === 'sent'),
    );
  }

  it(
    'is shown, delivered and counted as needing a listen',
    async () => {
      const id = await system.submit(account, await makeBadRecording(), { jobId: '5', direction: 'inbound' });
      expect(await system.waitForCall(account, id, undefined, TIMEOUT_MS)).toMatchObject({
        state: 'completed',
        transcriptQuality: { level: 'poor', score: expect.any(Number) as number },
        result: {
          sentiment: expect.stringMatching(/^(positive|neutral|negative)$/) as string,
          needsReview: true,
          reviewReason: 'words_unreliable',
          label: 'Needs a listen',
          summary: expect.stringContaining(UNRELIABLE_MESSAGE) as string,
          keyPoints: [],
          evidence: [],
        },
      });
      await waitForDeliveries(id);
      const page = `${PUBLIC_URL}/calls/${id}`;
      const [mail] = smtp.emails;
      const messages = {
        note: tenant.notes.map(({ text }) => text).join(),
        slack: slack.postedMessages.map((message) => JSON.stringify(message)).join(),
        mail: `${mail?.message.subject ?? ''}\n${mail?.message.text ?? ''}`,
      };
      for (const [receiver, message] of Object.entries(messages)) {
        expect([receiver, message]).toEqual([receiver, expect.stringContaining('Needs a listen')]);
        expect([receiver, message]).toEqual([receiver, expect.stringContaining(UNRELIABLE_MESSAGE)]);
        expect([receiver, message]).toEqual([receiver, expect.stringContaining(page)]);
        expect([receiver, LABEL_PATTERN.test(message)]).toEqual([receiver, false]);
      }

      const client = await signIn();
      const listIds = async (label: string): Promise<string[]> =>
        (await client.get<{ items: { id: string }[] }>(`/api/calls?sentiment=${label}`)).body.items.map(
          (call) => call.id,
        );
      expect(await listIds('needs_review')).toEqual([id]);
      expect(await listIds('positive,neutral,negative')).toEqual([]);
      const { body: csv } = await client.get<string>('/api/calls/export.csv?sentiment=needs_review');
      expect(csv).toMatch(/,Needs a listen,.*,yes,Words not recognized well enough,Not sorted,+[-0-9a-f]{36}\r\n$/);
      expect(csv).not.toMatch(LABEL_PATTERN);
    },
    TIMEOUT_MS,
  );
});
