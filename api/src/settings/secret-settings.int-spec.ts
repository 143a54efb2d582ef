import { randomBytes } from 'node:crypto';

import { AccountSettings } from '@ringwell/database/accounts/settings/account-settings.entity';
import { SEALED_FIELDS } from '@ringwell/database/sealed-fields';
import { sealedColumn } from '@ringwell/domain/settings/sealed-column';
import { SECRET_SETTINGS, SETTINGS, type SecretSetting } from '@ringwell/domain/settings/settings';
import { SecretBox } from '@ringwell/platform/crypto/secret-box';
import { signWebhook } from '@ringwell/platform/crypto/standard-webhook';
import { useTestApi } from '@ringwell/testing/start-api';
import { useSignedInOwner } from '@ringwell/testing/use-signed-in-owner';

import type { SettingsDto } from './dto/settings.dto';

const PATH = '/api/my/settings';
const WORKFLOW_URL =
  'https://a1b2.03.environment.api.powerplatform.com:443/powerautomate/automations/direct/workflows/c3' +
  '/triggers/manual/paths/invoke?api-version=1&sp=%2Frun&sig=Top_Secret-1a2b';
const SECRETS = Object.fromEntries(SECRET_SETTINGS.map((name) => [name, SETTINGS[name].example])) as Record<
  SecretSetting,
  string
>;

describe('secret settings', () => {
  const { api, database, account, client } = useSignedInOwner({}, { OUTBOUND_ALLOW: '127.0.0.1:8443, 10.20.0.0/16' });

  const findSettings = (): Promise<AccountSettings> =>
    database.manager.findOneByOrFail(AccountSettings, { accountId: account.id });
  const unsealSetting = async (name: SecretSetting): Promise<string | null> => {
    const sealedValue = (await findSettings())[sealedColumn(name)];
    return sealedValue && api.app.get(SecretBox).open(sealedValue, SEALED_FIELDS[name](account.id));
  };
  const fetchMasks = async (): Promise<Partial<SettingsDto>> => {
    const { body } = await client.get<SettingsDto>(PATH);
    return Object.fromEntries(SECRET_SETTINGS.map((name) => [name, body[name]]));
  };

  it('stores secrets encrypted and returns masks', async () => {
    const { status, body } = await client.put<SettingsDto>(PATH, SECRETS);
    expect(status).toBe(200);
    const masks = Object.fromEntries(SECRET_SETTINGS.map((name) => [name, `••••••••${SECRETS[name].slice(-4)}`]));
    expect(body).toMatchObject(masks);
    expect(await fetchMasks()).toEqual(masks);
    expect(await Promise.all(SECRET_SETTINGS.map(unsealSetting))).toEqual(SECRET_SETTINGS.map((name) => SECRETS[name]));
  });

  it('keeps secrets out of responses, logs and the database', async () => {
    const { body: changedSettings } = await client.put(PATH, SECRETS);
    await client.put(PATH, { ...SECRETS, noteTarget: 'nowhere' });
    const texts = [
      changedSettings,
      (await client.get(PATH)).body,
      api.log,
      await findSettings(),
      await database.query('select * from activity_logs'),
    ].map((text) => JSON.stringify(text));
    const fragments = Object.values(SECRETS).map((secret) => secret.slice(2, -5));
    for (const text of texts) for (const fragment of fragments) expect(text).not.toContain(fragment);
  });

  it('hides short secrets entirely', async () => {
    await client.put(PATH, { serviceTitanClientSecret: 'short-secret' });
    expect((await fetchMasks()).serviceTitanClientSecret).toBe('••••••••');
  });

  it.each(SECRET_SETTINGS)('clears only %s when it is set to null or an empty string', async (name) => {
    for (const emptyValue of [null, '', ' ']) {
      await client.put(PATH, SECRETS);
      await client.put(PATH, { [name]: emptyValue });
      expect(await unsealSetting(name)).toBeNull();
      expect(Object.values(await fetchMasks()).filter((mask) => mask === null)).toHaveLength(1);
    }
  });

  it.each(SECRET_SETTINGS)('rejects the mask as a new value for %s', async (name) => {
    await client.put(PATH, SECRETS);
    const { body } = await client.get<SettingsDto>(PATH);
    const { status, body: problem } = await client.put(PATH, { [name]: body[name] });
    expect({ status, errors: problem.errors }).toEqual({
      status: 400,
      errors: [{ field: name, message: expect.stringMatching(/^This is the mask/) as string }],
    });
    expect(await unsealSetting(name)).toBe(SECRETS[name]);
  });

  it('shows that a secret is unreadable and accepts a new one', async () => {
    const otherBox = new SecretBox(randomBytes(32).toString('base64'));
    await database.manager.update(
      AccountSettings,
      { accountId: account.id },
      {
        sealedSlackBotToken: otherBox.seal(SECRETS.slackBotToken, SEALED_FIELDS.slackBotToken(account.id)),
      },
    );
    expect((await fetchMasks()).slackBotToken).toMatch(/^••••••••.*enter it again/);
    await client.put(PATH, { slackBotToken: SECRETS.slackBotToken });
    expect((await fetchMasks()).slackBotToken).toBe('••••••••ghij');
  });

  describe('POST /api/my/settings/webhook-secret', () => {
    it('generates a secret, stores it and returns it once', async () => {
      await client.put(PATH, { webhookSecret: SECRETS.webhookSecret });
      const {
        status,
        headers,
        body: { webhookSecret },
      } = await client.post<{ webhookSecret: string }>(`${PATH}/webhook-secret`);
      expect({ status, cache: headers.get('cache-control') }).toEqual({ status: 200, cache: 'no-store' });
      expect(webhookSecret).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/);
      expect(webhookSecret).not.toBe(SECRETS.webhookSecret);
      expect(await unsealSetting('webhookSecret')).toBe(webhookSecret);
      expect(
        signWebhook({ id: 'a', timestampSeconds: 1, body: '{}', secret: webhookSecret })['webhook-signature'],
      ).toMatch(/^v1,/);
      expect((await fetchMasks()).webhookSecret).toBe(`••••••••${webhookSecret.slice(-4)}`);
      expect(api.log.join()).not.toContain(webhookSecret.slice(6, 30));
      const [entry] = await database.query<{ action: string; metadata: object }[]>(
        'select * from activity_logs order by created_at desc limit 1',
      );
      expect(entry).toMatchObject({
        action: 'Settings updated',
        account_id: account.id,
        metadata: { fields: ['webhookSecret'] },
      });
    });
  });

  describe('webhook URLs', () => {
    const saveUrl = async (field: string, url: string): Promise<string | undefined> => {
      const { status, body } = await client.put(PATH, { [field]: url });
      if (status === 200) return undefined;
      expect({ status, code: body.code, fields: body.errors?.map((error) => error.field) }).toEqual({
        status: 400,
        code: 'VALIDATION_FAILED',
        fields: [field],
      });
      return body.message;
    };

    it.each([
      ['teamsWebhookUrl', WORKFLOW_URL],
      [
        'teamsWebhookUrl',
        'https://prod-12.westeurope.logic.azure.com:443/workflows/a/triggers/manual/paths/invoke?sig=b',
      ],
      ['teamsWebhookUrl', 'https://make.powerautomate.com/x'],
      ['googleChatWebhookUrl', SECRETS.googleChatWebhookUrl],
      ['webhookUrl', 'https://n8n.example.com/webhook/a?b=c%2fd'],
      ['webhookUrl', 'https://127.0.0.1:8443/hook'],
      ['webhookUrl', 'https://10.20.30.40/hook'],
      ['teamsWebhookUrl', 'http://127.0.0.1:8443/teams'],
      ['googleChatWebhookUrl', 'http://10.20.1.1/chat'],
    ] as const)('accepts the %s %s', async (field, url) => {
      expect(await saveUrl(field, url)).toBeUndefined();
      expect(await unsealSetting(field)).toBe(url);
    });

    it.each([
      ['teamsWebhookUrl', 'https://example.com/a', 'not a Teams workflow URL'],
      ['teamsWebhookUrl', 'https://logic.azure.com.example.com/a', 'not a Teams workflow URL'],
      ['teamsWebhookUrl', 'https://evil-logic.azure.com/a', 'not a Teams workflow URL'],
      ['teamsWebhookUrl', WORKFLOW_URL.replace(':443', ':8443'), 'not a Teams workflow URL'],
      ['teamsWebhookUrl', 'https://acme.webhook.office.com/webhookb2/a', 'has retired'],
      ['googleChatWebhookUrl', WORKFLOW_URL, 'not a Google Chat webhook URL'],
      ['googleChatWebhookUrl', 'https://chat.googleapis.com/v1/spaces/A/messages', 'contains a key and a token'],
      [
        'googleChatWebhookUrl',
        'https://chat.googleapis.com.example.com/v1/spaces/A/messages?key=a&token=b',
        'not a Google Chat webhook URL',
      ],
      [
        'googleChatWebhookUrl',
        'https://chat.googleapis.com/v1/spaces/../../admin?key=a&token=b',
        'not a Google Chat webhook URL',
      ],
      ['webhookUrl', 'not an address', 'not a valid URL'],
      ['webhookUrl', 'ftp://example.com/', "scheme isn't supported"],
      ['webhookUrl', 'https://user:pass@example.com/', 'user name or password'],
      ['webhookUrl', 'https://127.0.0.1:9443/', 'does not exist or is not a public address'],
      ['webhookUrl', 'https://0x7f000001/', 'does not exist or is not a public address'],
      ['webhookUrl', 'https://169.254.169.254/latest', 'does not exist or is not a public address'],
      ['webhookUrl', `https://example.com/${'a'.repeat(4_096)}`, 'Use 4096 characters or fewer'],
    ] as const)('rejects the %s %s', async (field, url, message) => {
      expect(await saveUrl(field, url)).toContain(message);
      expect(await unsealSetting(field)).toBeNull();
    });
  });
});

describe('webhook URLs without OUTBOUND_ALLOW', () => {
  const { api, database } = useTestApi();

  it('rejects private addresses and plain http', async () => {
    const { user } = await database.makeAccount();
    const client = await api.signIn(user);
    for (const address of ['http://hooks.example.com/', 'http://127.0.0.1:8443/', 'https://10.20.30.40/']) {
      for (const field of ['webhookUrl', 'teamsWebhookUrl', 'googleChatWebhookUrl']) {
        expect(await client.put(PATH, { [field]: address })).toMatchObject({
          status: 400,
          body: { errors: [{ field }] },
        });
      }
    }
  });
});
