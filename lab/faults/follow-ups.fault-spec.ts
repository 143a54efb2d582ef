import { setTimeout as sleep } from 'node:timers/promises';

import { DedicatedPostgres } from '@ringwell/testing/dedicated-postgres';
import { DedicatedRedis } from '@ringwell/testing/dedicated-redis';
import type { ProviderReply } from '@ringwell/testing/fake-http-provider';
import { FakeSlackServer } from '@ringwell/testing/fake-slack-server';
import type { TestAccount } from '@ringwell/testing/make-account';

import { FaultWorld } from './fault-world';
import { isLongRun, recordCount } from './metrics';
import { randomNumbers } from './random-numbers';

const ROUNDS = isLongRun ? 20 : 4;
const KILLS_PER_ROUND = 4;
const ACCOUNTS_PER_ROUND = 5;
const CALL_BACK_WITHIN_MINUTES = 5;
/** Time from the first upload until the follow-ups are overdue. */
const DUE_AFTER_MS = 20_000;
const OPEN_ALL_DAY = Array.from({ length: 7 }, () => ({ from: '00:00', until: '24:00' }));
const DIGEST = /still waiting for a call/;
const KILL_TARGETS = ['worker', 'redis', 'postgres', 'api', 'all'] as const;
type KillTarget = (typeof KILL_TARGETS)[number];
/** The last target killed, by round: during deliveries in odd rounds, and while notifying accounts in even rounds. */
const LAST_KILL_TARGETS: readonly KillTarget[] = ['worker', 'worker', 'postgres', 'all'];

const slack = new FakeSlackServer();
let world: FaultWorld;
let redis: DedicatedRedis;
let postgres: DedicatedPostgres;
/** Whether receivers leave digests and webhooks about overdue follow-ups unanswered. */
let isUnresponsive = false;
let unansweredCount = 0;

beforeEach(async () => {
  [redis, postgres] = await Promise.all([DedicatedRedis.start(), DedicatedPostgres.start(), slack.start()]);
  world = await FaultWorld.start({
    accounts: 0,
    database: await postgres.setUpDatabase(),
    env: { REDIS_URL: redis.url, SLACK_API_URL: slack.apiUrl },
  });
  interceptOverdueMessages();
}, 120_000);
afterEach(async () => {
  await world.stop();
  await Promise.all([redis.stop(), postgres.stop(), slack.stop()]);
});

function interceptOverdueMessages(): void {
  const leaveUnanswered = (): 'hang' => {
    unansweredCount += 1;
    return 'hang';
  };
  const reply = world.receiver.reply;
  world.receiver.reply = (webhook): ProviderReply =>
    isUnresponsive && webhook.raw.startsWith('{"type":"follow_up.overdue"') ? leaveUnanswered() : reply(webhook);
  slack.reply = (request): ProviderReply => {
    const response = slack.serve(request);
    return isUnresponsive && DIGEST.test(request.fields['text'] ?? '') ? leaveUnanswered() : response;
  };
  world.mail.reply = () =>
    isUnresponsive && DIGEST.test(world.mail.emails.at(-1)?.message.subject ?? '')
      ? { at: 'message', response: leaveUnanswered() }
      : 'accept';
}

function addAccount(number: number): Promise<TestAccount> {
  slack.channels.push({ id: `C1${String(number).padStart(9, '0')}`, name: `calls-${number}`, isMember: true });
  const settings = {
    slackEnabled: true,
    slackChannel: `#calls-${number}`,
    emailAddress: [`dana-${number}@example.com`],
    overdueAddresses: [`owner-${number}@example.com`],
    callBackWithinMinutes: CALL_BACK_WITHIN_MINUTES,
    businessWeek: OPEN_ALL_DAY,
  };
  return world.addAccount(settings, { slackBotToken: slack.token });
}

/** Kills processes with SIGKILL and restarts them after a while. */
async function crash(target: KillTarget, downMs: number): Promise<void> {
  const isKilled = (part: KillTarget): boolean => target === part || target === 'all';
  const { system } = world;
  const workers = system.workers.filter(({ isRunning }) => isRunning);
  world.trackProcesses();
  await Promise.all([
    ...(isKilled('worker') ? workers.map((worker) => worker.stop('SIGKILL')) : []),
    ...(isKilled('api') ? [system.api.stop('SIGKILL')] : []),
    ...(isKilled('redis') ? [redis.kill()] : []),
    ...(isKilled('postgres') ? [postgres.kill()] : []),
  ]);
  await sleep(downMs);
  if (isKilled('postgres')) await postgres.start();
  if (isKilled('redis')) await redis.start();
  if (isKilled('api')) await system.startApi();
  if (isKilled('worker')) await system.startWorker();
}

function countRows(sql: string, accounts: readonly TestAccount[]): Promise<number> {
  return world.count(`${sql} and account_id = any($1)`, [accounts.map(({ account }) => account.id)]);
}

/**
 * Uploads a call with an unhappy customer for each account, and kills processes four times before all have been
 * notified.
 */
async function runRound(round: number, accounts: readonly TestAccount[]): Promise<void> {
  // The receivers are unresponsive from the start, because a worker may check for overdue follow-ups at any time.
  if (round % 2 !== 0) stopResponding();
  const random = randomNumbers(round);
  const kill = (target: KillTarget = 'all'): Promise<void> => crash(target, random() * 1_500);
  const dueAt = Date.now() + DUE_AFTER_MS;
  const startedAt = new Date(dueAt - CALL_BACK_WITHIN_MINUTES * 60_000 - 3_000).toISOString();
  for (const account of accounts) {
    const fields = { from: '+15551234567', direction: 'inbound', startedAt };
    expect((await world.upload(account, {}, undefined, fields)).status).toBe(202);
  }
  await sleep(random() * 300);
  await kill(KILL_TARGETS[round % KILL_TARGETS.length]); // while the calls are being processed
  await world.waitUntil(
    'a follow-up is open',
    async () => (await countRows('follow_ups where true', accounts)) > 0,
    90_000,
  );
  await sleep(random() * 300);
  await kill(KILL_TARGETS[(round + 2) % KILL_TARGETS.length]);
  await sleep(Math.max(dueAt - Date.now(), 0));
  await kill(round % 2 === 0 ? 'all' : 'worker'); // before the next check for overdue follow-ups
  const killLast = (): Promise<void> => kill(LAST_KILL_TARGETS[round % LAST_KILL_TARGETS.length]);
  await (round % 2 === 0 ? killWhileEscalating(accounts, killLast) : killWhileSending(killLast));
  await world.waitUntil(
    'every follow-up has been escalated',
    async () => (await countRows('follow_ups where escalated_at is not null', accounts)) === accounts.length,
    120_000,
  );
  await world.waitUntilIdle(240_000);
}

/** Kills a process after the first account is notified, but before the others are. */
async function killWhileEscalating(accounts: readonly TestAccount[], kill: () => Promise<void>): Promise<void> {
  await world.waitUntil(
    'an account is notified',
    async () => (await countRows('escalations where true', accounts)) > 0,
    120_000,
  );
  await kill();
}

function stopResponding(): void {
  unansweredCount = 0;
  isUnresponsive = true;
}

/** Kills a process when messages have arrived but receivers haven't responded. */
async function killWhileSending(kill: () => Promise<void>): Promise<void> {
  await world.waitUntil('a message is being sent', () => unansweredCount > 0, 120_000);
  await kill();
  isUnresponsive = false;
}

async function fetchJson<T>(account: TestAccount, path: string): Promise<T> {
  const response = await fetch(`${world.system.url}${path}`, { headers: { authorization: `Bearer ${account.token}` } });
  if (!response.ok) throw new Error(`${path} returned ${response.status}.`);
  return (await response.json()) as T;
}

interface Arrivals {
  followUps: number;
  escalations: number;
  overdueEvents: number;
  digestEmails: Record<string, number>;
  slackDigests: number;
}

/** Collects an account's final state and its receivers' messages. Retries of the same message count once. */
async function collectArrivals(account: TestAccount, number: number): Promise<Arrivals> {
  const { followUps } = await fetchJson<{ followUps: { id: string }[] }>(account, '/api/follow-ups?overdue=true');
  const id = followUps[0]?.id ?? '';
  const { events } = await fetchJson<{ events: { type: string }[] }>(account, `/api/follow-ups/${id}`);
  const webhooks = world.receiver.requests
    .filter(({ raw }) => raw.startsWith('{"type":"follow_up.overdue"') && raw.includes(id))
    .map(({ headers }) => headers['webhook-id']);
  const countEmails = (address: string): number =>
    new Set(
      world.mail.emails
        .filter(({ envelope, message }) => envelope.recipients.includes(address) && DIGEST.test(message.subject ?? ''))
        .map(({ message }) => message.messageId),
    ).size;
  return {
    followUps: followUps.length,
    escalations: events.filter(({ type }) => type === 'overdue').length,
    overdueEvents: new Set(webhooks).size,
    digestEmails: {
      dana: countEmails(`dana-${number}@example.com`),
      owner: countEmails(`owner-${number}@example.com`),
    },
    slackDigests: listSlackDigests(number).length,
  };
}

function listSlackDigests(number: number): Record<string, string>[] {
  return slack.postedMessages.filter(
    (post) => post['channel'] === `#calls-${number}` && DIGEST.test(post['text'] ?? ''),
  );
}

it('22: escalates each overdue follow-up once, no matter which process is killed', async () => {
  for (let round = 1; round <= ROUNDS; round += 1) {
    // Pretends that an hour has passed, because the limit of one digest an hour could hide a second escalation.
    await world.query(`update escalations set created_at = created_at - interval '61 minutes'`);
    const firstNumber = world.accounts.length;
    for (let number = firstNumber; number < firstNumber + ACCOUNTS_PER_ROUND; number += 1) await addAccount(number);
    await runRound(round, world.accounts.slice(firstNumber));
  }
  const uncertainDeliveries = await world.query<{ destination: string }>(
    `select destination from deliveries where channel = 'slack' and escalation_id is not null and uncertain_tries > 0`,
  );
  const arrivals = await Promise.all(world.accounts.map(collectArrivals));
  const expectedArrivals = { followUps: 1, escalations: 1, overdueEvents: 1, digestEmails: { dana: 1, owner: 1 } };
  expect(arrivals).toEqual(
    arrivals.map((_, number) => ({
      ...expectedArrivals,
      slackDigests: uncertainDeliveries.some(({ destination }) => destination === `#calls-${number}`)
        ? (expect.anything() as number)
        : 1,
    })),
  );
  const accounts = arrivals.length;
  recordCount(
    22,
    `follow-ups not escalated exactly once, out of ${accounts}; ${ROUNDS * KILLS_PER_ROUND} kills`,
    arrivals.filter(({ escalations, overdueEvents }) => escalations !== 1 || overdueEvents !== 1).length,
  );
  recordCount(
    22,
    `digests repeated in Slack, out of ${accounts}; ${uncertainDeliveries.length} were in progress`,
    arrivals.reduce((sum, { slackDigests: posts }) => sum + posts - 1, 0),
    uncertainDeliveries.length,
  );
  const { lost } = await world.assertInvariants({
    allowedDuplicates: ROUNDS * KILLS_PER_ROUND,
    allowOrphanRecordings: true,
  });
  recordCount(22, `calls lost out of ${accounts}`, lost);
}, 1_800_000);
