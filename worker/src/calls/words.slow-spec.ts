import { setTimeout as sleep } from 'node:timers/promises';

import { FakeChatServer, type ChatRequest } from '@ringwell/testing/fake-chat-server';
import type { ProviderRequest } from '@ringwell/testing/fake-http-provider';
import { FakeSlackServer } from '@ringwell/testing/fake-slack-server';
import { FakeTranscriptionServer } from '@ringwell/testing/fake-transcription-server';
import type { TestAccount } from '@ringwell/testing/make-account';
import { SHORT_CALL } from '@ringwell/testing/test-system';
import { useTestSystem } from '@ringwell/testing/use-test-system';

const ACCOUNT_COUNT = 10;
const CALLS_PER_ACCOUNT = 5;
const CALLS = ACCOUNT_COUNT * CALLS_PER_ACCOUNT;
const WRITER_SECONDS = 8;
const UNHAPPY_TEXT = 'I want to cancel and I want my money back, nobody ever came.';
const RESPONSE = {
  sentiment: 'negative',
  confidence: 0.9,
  topic: 'no_show',
  followUpNeeded: true,
  course: [],
  quote: null,
  summary: 'The customer wants to cancel, because nobody ever came.',
  points: [],
  next: [],
};

class SlowChatServer extends FakeChatServer {
  protected override async read(request: ProviderRequest): Promise<ChatRequest> {
    await sleep(WRITER_SECONDS * 1_000);
    return super.read(request);
  }
}

/**
 * Prints how long the alerts take. Everything runs in one process here, so a busy machine takes longer to process the
 * recordings. The language model can only delay what follows the label.
 */
describe('fifty concurrent calls with a language model that takes eight seconds', () => {
  const recognizer = new FakeTranscriptionServer();
  const writer = new SlowChatServer();
  const slack = new FakeSlackServer();
  const servers = [recognizer, writer, slack];
  const system = useTestSystem(servers, {
    env: () => ({
      TRANSCRIPTION_BASE_URL: recognizer.baseUrl,
      ANALYSIS_ENGINE: 'writer',
      ANALYSIS_BASE_URL: writer.baseUrl,
      SLACK_API_URL: slack.apiUrl,
    }),
  });

  beforeAll(() => {
    recognizer.respondWithText(UNHAPPY_TEXT);
    writer.reply = () => FakeChatServer.chatReply(RESPONSE);
  });

  const makeConnectedAccount = (): Promise<TestAccount> =>
    system.database.makeAccount({
      settings: { slackEnabled: true, slackChannel: '#calls' },
      secrets: { slackBotToken: slack.token },
    });

  it('get alerts without delay, keep their leases, and get one summary and one update each', async () => {
    const accounts = await Promise.all(Array.from({ length: ACCOUNT_COUNT }, makeConnectedAccount));
    const alerts = new Map<string, number>();
    slack.reply = (request) => {
      const [, id] = /\/calls\/([0-9a-f-]{36})/.exec(request.fields['blocks'] ?? '') ?? [];
      if (request.method === 'chat.postMessage' && id !== undefined) alerts.set(id, Date.now());
      return slack.serve(request);
    };
    const submitTimes = new Map<string, number>();
    await Promise.all(
      accounts.flatMap((account) =>
        Array.from({ length: CALLS_PER_ACCOUNT }, async () => {
          const submittedAt = Date.now();
          submitTimes.set(await system.submit(account, SHORT_CALL), submittedAt);
        }),
      ),
    );
    while (slack.updatedMessages.length < CALLS) await sleep(250);
    const endedCalls = await system.query<{ id: string; at: number }>(
      'select id, extract(epoch from finished_at)::float8 * 1000 as at from calls',
    );
    const formatDelays = (times: Iterable<[string, number]>): string => {
      const seconds = [...times].map(([id, time]) => ((alerts.get(id) ?? NaN) - time) / 1_000).sort((a, b) => a - b);
      return `median ${seconds[CALLS / 2]?.toFixed(1)} s, last ${seconds.at(-1)?.toFixed(1)} s`;
    };
    process.stderr.write(
      `Alert delays for ${CALLS} concurrent calls: after the upload ${formatDelays(submitTimes)}; after the label ${formatDelays(
        endedCalls.map(({ id, at }) => [id, at]),
      )}\n`,
    );
    expect(alerts.size).toBe(CALLS);
    expect([writer.requests.length, slack.postedMessages.length, slack.updatedMessages.length]).toEqual([
      CALLS,
      CALLS,
      CALLS,
    ]);
    const calls = await system.query(
      `select distinct state, attempts, analyses.writer, analyses.summary from calls join analyses on call_id = calls.id`,
    );
    expect(calls).toEqual([{ state: 'completed', attempts: 1, writer: 'llm:gpt-6-luna', summary: RESPONSE.summary }]);
    expect(await system.query('select from pending_words')).toEqual([]);
  }, 600_000);
});
