import { ActivityLog } from '@ringwell/database/accounts/security/activity-log.entity';
import { AccountSettings } from '@ringwell/database/accounts/settings/account-settings.entity';
import type { SettingDefinition } from '@ringwell/domain/settings/setting-kinds';
import { SETTINGS } from '@ringwell/domain/settings/settings';
import type { ClientResponse, ProblemBody } from '@ringwell/testing/session-client';
import { useSignedInOwner } from '@ringwell/testing/use-signed-in-owner';

import type { SettingsDto } from './dto/settings.dto';

const PATH = '/api/my/settings';

function defaultValue(definition: SettingDefinition): unknown {
  if ('default' in definition) return definition.default;
  if ('preset' in definition) return definition.preset;
  return definition.kind === 'text' || definition.kind === 'number' ? null : [];
}

describe('/api/my/settings', () => {
  const { database, account, user, client } = useSignedInOwner({ account: { serviceTitanTenant: '4711' } });

  const findSettings = (): Promise<AccountSettings> =>
    database.manager.findOneByOrFail(AccountSettings, { accountId: account.id });
  const save = (changes: unknown): Promise<ClientResponse<ProblemBody>> => client.put(PATH, changes);
  const fetchSettings = async (): Promise<SettingsDto> => (await client.get<SettingsDto>(PATH)).body;
  const saveExpectingProblem = async (changes: unknown): Promise<unknown> => {
    const { status, body } = await save(changes);
    return { status, code: body.code, errors: body.errors };
  };
  const validationProblem = (field: string, message: string): object => ({
    status: 400,
    code: 'VALIDATION_FAILED',
    errors: [{ field, message: expect.stringContaining(message) as string }],
  });

  it('returns the defaults for a new account', async () => {
    const { status, headers, body } = await client.get<SettingsDto>(PATH);
    expect({ status, cache: headers.get('cache-control') }).toEqual({ status: 200, cache: 'no-store' });
    const { id, createdAt, updatedAt } = await findSettings();
    expect(body).toEqual({
      id,
      userId: account.id,
      ...Object.fromEntries(
        Object.entries<SettingDefinition>(SETTINGS).map(([name, each]) => [name, defaultValue(each)]),
      ),
      emailLabels: {},
      unconfirmedAddresses: {},
      serviceTitanTenant: '4711',
      lastPolledAt: null,
      storedBytes: 0,
      storageLimitBytes: null,
      installationRecordingsDays: null,
      installationTranscriptsDays: null,
      hasWriter: false,
      stripeSubscriptionId: null,
      stripeCustomerId: null,
      createdAt: createdAt.toISOString(),
      updatedAt: updatedAt.toISOString(),
    });
  });

  it('changes only the field that is sent', async () => {
    const settingsBefore = await fetchSettings();
    const { status, headers, body } = await client.put<SettingsDto>(PATH, { emailPositiveSentiment: false });
    expect({ status, cache: headers.get('cache-control') }).toEqual({ status: 200, cache: 'no-store' });
    expect(body).toEqual({ ...settingsBefore, emailPositiveSentiment: false, updatedAt: expect.any(String) as string });
    expect(await fetchSettings()).toEqual(body);
    expect(Date.parse(body.updatedAt)).toBeGreaterThan(Date.parse(settingsBefore.updatedAt));
  });

  it('stores the office hours, and rejects a week without open days', async () => {
    const businessWeek = [{ from: '07:30', until: '24:00' }, ...Array.from({ length: 6 }, () => null)];
    const holidays = ['2026-12-25', '2026-11-26', '2026-12-25'];
    const { body: savedSettings } = await client.put<SettingsDto>(PATH, { businessWeek, holidays });
    expect(savedSettings).toMatchObject({ businessWeek, holidays: ['2026-11-26', '2026-12-25'] });
    for (const [field, value, message] of [
      ['businessWeek', Array.from({ length: 7 }, () => null), 'At least one day must be open'],
      ['businessWeek', null, 'This must list seven days'],
      ['holidays', ['2026-02-30'], 'Each must be a day such as'],
      ['holidays', [1], 'Each must be a day such as'],
      ['holidays', Array.from({ length: 51 }, (_, index) => `20${index + 10}-01-01`), 'Use 50 days or fewer'],
      ['callBackWithinMinutes', 0, 'This must be from 5 to 2,400'],
      ['overdueAddresses', ['manager'], 'Each must be a valid email address'],
    ] as const) {
      const { status, body } = await client.put<ProblemBody>(PATH, { [field]: value });
      expect({ ...body, status }).toMatchObject(validationProblem(field, message));
    }
  });

  it('stores an IANA time zone, and includes it in the current user', async () => {
    await client.put(PATH, { timeZone: 'America/New_York' });
    expect((await client.get('/api/auth/user')).body).toMatchObject({ timeZone: 'America/New_York' });
    for (const timeZone of ['Mars/Olympus', '+05:00', 'EST5EDT; drop table users']) {
      const { status, body } = await client.put<ProblemBody>(PATH, { timeZone });
      expect({ ...body, status }).toMatchObject(validationProblem('timeZone', 'Choose a time zone'));
    }
    expect(await fetchSettings()).toMatchObject({ timeZone: 'America/New_York' });
  });

  it('keeps all concurrent changes to different fields', async () => {
    const changes = {
      slackEnabled: true,
      teamsEnabled: true,
      emailEnabled: true,
      monthlyMinuteLimit: 7,
      inboundMinCallTime: 8,
      outboundMinCallTime: 9,
      slackChannel: '#calls',
      teamsTeamName: 'Dispatch',
      serviceTitanTenant: '12',
      emailAddress: ['dana@example.com'],
    };
    const responses = await Promise.all(Object.entries(changes).map(([field, value]) => save({ [field]: value })));
    expect(responses.map(({ status }) => status)).toEqual(responses.map(() => 200));
    expect(await fetchSettings()).toMatchObject(changes);
  });

  it('records that the minute limit was set explicitly, even to the default', async () => {
    await save({ inboundMinCallTime: 8 });
    expect(await findSettings()).toMatchObject({ monthlyMinuteLimitChosen: false });
    await save({ monthlyMinuteLimit: 1_000 });
    expect(await findSettings()).toMatchObject({ monthlyMinuteLimit: 1_000, monthlyMinuteLimitChosen: true });
    expect(await fetchSettings()).not.toHaveProperty('monthlyMinuteLimitChosen');
  });

  it('logs the names of changed fields, not their values', async () => {
    const unchangedSettings = { serviceTitanTenant: '4711', emailAddress: [], slackChannel: null, webhookUrl: null };
    expect((await save(unchangedSettings)).status).toBe(200);
    await save({ ...unchangedSettings, slackBotToken: 'xoxb-1234567890-secret', teamsTeamName: 'Night shift' });
    const entry = await database.manager.findOneByOrFail(ActivityLog, { userId: user.id });
    expect(entry).toMatchObject({
      action: 'Settings updated',
      description: `${user.email}'s settings were changed: Slack bot token, Teams team name.`,
      accountId: account.id,
      metadata: { fields: ['slackBotToken', 'teamsTeamName'] },
    });
    expect(JSON.stringify(entry)).not.toMatch(/xoxb|Night shift/);
  });

  it('trims text fields, and clears them when null or blank', async () => {
    await save({
      slackChannel: ' #calls ',
      teamsTeamName: 'Dispatch',
      serviceTitanTenant: '12',
      serviceTitanClientId: 'cid.1',
    });
    expect(await fetchSettings()).toMatchObject({
      slackChannel: '#calls',
      teamsTeamName: 'Dispatch',
      serviceTitanTenant: '12',
      serviceTitanClientId: 'cid.1',
    });
    await save({ slackChannel: '', teamsTeamName: null, serviceTitanTenant: '  ', serviceTitanClientId: null });
    expect(await fetchSettings()).toMatchObject({
      slackChannel: null,
      teamsTeamName: null,
      serviceTitanTenant: null,
      serviceTitanClientId: null,
    });
  });

  it('normalizes email addresses and accepts an empty list', async () => {
    await save({ emailAddress: [' Dana@Example.com', 'dana@example.com ', 'pat@example.com'] });
    expect((await fetchSettings()).emailAddress).toEqual(['dana@example.com', 'pat@example.com']);
    await save({ emailAddress: [] });
    expect((await fetchSettings()).emailAddress).toEqual([]);
  });

  it('adds and removes list entries without losing concurrent changes', async () => {
    await save({ emailAddress: ['a@x.com', 'b@x.com'], vocabulary: ['Trane'] });
    const changeList = (list: string, body: object): Promise<ClientResponse<SettingsDto>> =>
      client.send<SettingsDto>('PATCH', `${PATH}/${list}`, body);
    const responses = await Promise.all([
      changeList('email-addresses', { add: ['C@x.com'] }),
      changeList('email-addresses', { add: ['d@x.com', 'b@x.com'], remove: ['a@x.com'] }),
      changeList('vocabulary', { add: ['Lennox'] }),
      changeList('vocabulary', { add: ['Carrier'], remove: ['trane'] }),
    ]);
    expect(responses.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
    const { emailAddress, vocabulary } = await fetchSettings();
    expect(emailAddress.sort()).toEqual(['b@x.com', 'c@x.com', 'd@x.com']);
    expect(vocabulary.sort()).toEqual(['Carrier', 'Lennox']);
    const manyAddresses = Array.from({ length: 18 }, (_, index) => `e${index}@x.com`);
    expect(await changeList('email-addresses', { add: manyAddresses })).toMatchObject({
      status: 400,
      body: { errors: [{ field: 'emailAddress', message: 'Use 20 email addresses or fewer.' }] },
    });
    expect((await changeList('email-addresses', { add: ['nobody'] })).status).toBe(400);
    expect((await changeList('vocabulary', {})).status).toBe(400);
    expect((await fetchSettings()).emailAddress).toHaveLength(3);
    await changeList('vocabulary', { remove: ['Rheem'] });
    await changeList('email-addresses', { add: ['B@x.com'], remove: ['z@x.com'] });
    expect(await database.manager.countBy(ActivityLog, { userId: user.id })).toBe(5);
  });

  it("stores an address's labels until the address is removed", async () => {
    await save({ emailAddress: ['a@x.com', 'b@x.com'] });
    const saveEmailLabels = (body: object): Promise<ClientResponse<SettingsDto>> =>
      client.put<SettingsDto>(`${PATH}/email-labels`, body);
    await Promise.all([
      saveEmailLabels({ address: 'A@x.com', labels: ['negative', 'needs_review'] }),
      saveEmailLabels({ address: 'b@x.com', labels: [] }),
    ]);
    expect((await fetchSettings()).emailLabels).toEqual({ 'a@x.com': ['negative', 'needs_review'], 'b@x.com': [] });
    expect((await saveEmailLabels({ address: 'b@x.com', labels: null })).body.emailLabels).not.toHaveProperty(
      'b@x.com',
    );
    expect((await saveEmailLabels({ address: 'c@x.com', labels: [] })).status).toBe(400);
    expect((await saveEmailLabels({ address: 'a@x.com', labels: ['angry'] })).status).toBe(400);
    await client.send('PATCH', `${PATH}/email-addresses`, { remove: ['a@x.com'] });
    expect((await fetchSettings()).emailLabels).toEqual({});
    await saveEmailLabels({ address: 'b@x.com', labels: ['neutral'] });
    await save({ emailAddress: ['c@x.com'] });
    await save({ emailAddress: ['b@x.com'] });
    expect((await fetchSettings()).emailLabels).toEqual({});
  });

  it("normalizes a channel name to Slack's format", async () => {
    for (const [entered, stored] of [
      [' Alerts ', '#alerts'],
      ['https://acme.slack.com/archives/C0123456789', 'C0123456789'],
    ]) {
      await save({ slackChannel: entered });
      expect((await fetchSettings()).slackChannel).toBe(stored);
    }
    expect(await saveExpectingProblem({ slackChannel: 'https://example.com' })).toEqual(
      validationProblem('slackChannel', 'name of a Slack'),
    );
  });

  it('trims names and words, and keeps the first spelling of duplicates', async () => {
    await save({ vocabulary: [' Kowalczyk ', 'Trane XR16', 'kowalczyk', "O'Brien & Sons"] });
    expect((await fetchSettings()).vocabulary).toEqual(['Kowalczyk', 'Trane XR16', "O'Brien & Sons"]);
    const maxTerms = Array.from({ length: 200 }, (_, index) => `Term ${index} ${'x'.repeat(49)}`);
    expect((await save({ vocabulary: [...maxTerms, 'term 0 '.trim() + ` ${'X'.repeat(49)}`] })).status).toBe(200);
    expect((await fetchSettings()).vocabulary).toEqual(maxTerms);
    await save({ vocabulary: [] });
    expect((await fetchSettings()).vocabulary).toEqual([]);
  });

  it('resets ServiceTitan polling only when the tenant or environment changes', async () => {
    for (const change of [{ serviceTitanTenant: '99' }, { serviceTitanEnvironment: 'integration' }]) {
      await database.manager.update(
        AccountSettings,
        { accountId: account.id },
        { pollCursor: 'here', pollAfter: new Date(Date.now() + 3_600_000) },
      );
      const { serviceTitanTenant, serviceTitanEnvironment } = await fetchSettings();
      await save({ noteTarget: 'job', serviceTitanTenant, serviceTitanEnvironment });
      expect((await findSettings()).pollCursor).toBe('here');
      await save(change);
      expect(await findSettings()).toMatchObject({ pollCursor: null, pollAfter: null });
    }
  });

  it.each([
    ['monthlyMinuteLimit', [0, 1_000_000], [-1, 1_000_001]],
    ['inboundMinCallTime', [0, 3_600], [-1, 3_601]],
    ['outboundMinCallTime', [0, 3_600], [-1, 3_601]],
    ['processingTimeoutMinutes', [1, 240], [0, 241]],
    ['maxConcurrentWorkflows', [1, 20], [0, 21, 100]],
  ])('accepts %s only as a whole number within its range', async (field, validValues, invalidValues) => {
    for (const value of validValues) {
      expect(await save({ [field]: value })).toMatchObject({ status: 200, body: { [field]: value } });
    }
    for (const value of invalidValues)
      expect(await saveExpectingProblem({ [field]: value })).toEqual(validationProblem(field, 'This must be from'));
    for (const value of ['12', 1.5, null, true, [3]])
      expect(await saveExpectingProblem({ [field]: value })).toEqual(validationProblem(field, 'This must be'));
    expect(await fetchSettings()).toMatchObject({ [field]: validValues.at(-1) });
  });

  it.each<[string, unknown, string]>([
    ['active', 'true', 'This must be true or false.'],
    ['slackEnabled', null, 'This must be true or false.'],
    ['emailAddress', 'dana@example.com', 'This must be a list of email addresses.'],
    ['emailAddress', null, 'This must be a list of email addresses.'],
    ['emailAddress', ['dana@example.com', 'dana'], 'Each must be a valid email address.'],
    ['emailAddress', ['dana@example.com\nbcc: all@example.com'], 'Each must be a valid email address.'],
    ['emailAddress', [7], 'Each must be a valid email address.'],
    [
      'emailAddress',
      Array.from({ length: 21 }, (_, index) => `person-${index}@example.com`),
      'Use 20 email addresses or fewer.',
    ],
    ['slackChannel', 7, 'This must be text.'],
    ['slackBotToken', 'xoxp-1234567890-abcdefghij', 'starts with xoxb-'],
    ['teamsTeamName', 'a\u0000b', 'single line of plain text'],
    ['teamsTeamName', 'x'.repeat(201), 'Use 200 characters or fewer.'],
    ['serviceTitanTenant', 'acme', 'ServiceTitan tenant ID'],
    ['serviceTitanEnvironment', 'test', 'one of production, integration'],
    ['noteTarget', null, 'one of job, customer, job_then_customer'],
    ['customerChannel', 'middle', 'one of auto, left, right'],
    ['redaction', 'audio', 'one of off, transcript, transcript_and_audio'],
    ['reviewTolerance', 'one_in_3', 'one of standard, one_in_10, one_in_20, one_in_50'],
    ['webhookSecret', 'whsec_short', '24 to 64 bytes'],
    ['serviceTitanClientSecret', 'has a blank', 'no spaces'],
    ['vocabulary', 'Kowalczyk', 'This must be a list of names and words.'],
    ['vocabulary', null, 'This must be a list of names and words.'],
    ['vocabulary', ['Trane', ' '], 'Each must have 1 to 60 characters.'],
    ['vocabulary', ['x'.repeat(61)], 'Each must have 1 to 60 characters.'],
    ['vocabulary', ['Cedar\nCreek'], 'Each must be a single line of plain text.'],
    ['vocabulary', Array.from({ length: 201 }, (_, index) => `Term ${index}`), 'Use 200 names and words or fewer.'],
    ['addOns', ['slack'], 'Unknown field.'],
    ['recordingsRetentionDays', 30, 'Unknown field.'],
    ['installationRecordingsDays', 30, 'Unknown field.'],
    ['storageQuotaGb', 50, 'Unknown field.'],
    ['storedBytes', 0, 'Unknown field.'],
    ['stripeCustomerId', 'cus_1', 'Unknown field.'],
    ['lastPolledAt', '2026-01-01T00:00:00Z', 'Unknown field.'],
    ['sealedSlackBotToken', 'v1.x', 'Unknown field.'],
    ['userId', '00000000-0000-4000-8000-000000000000', 'Unknown field.'],
  ])('rejects %s set to %j', async (field, value, message) => {
    const settingsBefore = await findSettings();
    expect(await saveExpectingProblem({ [field]: value })).toEqual(validationProblem(field, message));
    expect(await findSettings()).toEqual(settingsBefore);
  });

  it.each([
    [{}, 'NOTHING_TO_CHANGE'],
    [undefined, 'NOTHING_TO_CHANGE'],
    [null, 'NOTHING_TO_CHANGE'],
    [[], 'VALIDATION_FAILED'],
    ['text', 'VALIDATION_FAILED'],
  ])('rejects a body of %j', async (body, code) => {
    expect(await save(body)).toMatchObject({ status: 400, body: { code } });
    expect(await database.manager.countBy(ActivityLog, { userId: user.id })).toBe(0);
  });

  it("doesn't store anything when one of several fields is invalid", async () => {
    expect(await saveExpectingProblem({ slackEnabled: true, inboundMinCallTime: -1 })).toEqual(
      validationProblem('inboundMinCallTime', 'This must be from 0 to 3,600.'),
    );
    expect((await fetchSettings()).slackEnabled).toBe(false);
  });
});
