import { SecurityEvent } from '@ringwell/database/accounts/security/security-event.entity';
import { AccountSettings } from '@ringwell/database/accounts/settings/account-settings.entity';
import { SEALED_FIELDS } from '@ringwell/database/sealed-fields';
import { CHANNELS } from '@ringwell/domain/channels/channels';
import { disconnectedColumns } from '@ringwell/domain/channels/connection-settings';
import { CONNECTION_CHANNELS } from '@ringwell/domain/deliveries/delivery';
import { sealedColumn } from '@ringwell/domain/settings/sealed-column';
import type { SettingDefinition } from '@ringwell/domain/settings/setting-kinds';
import { type SecretSetting } from '@ringwell/domain/settings/settings';
import { SecretBox } from '@ringwell/platform/crypto/secret-box';
import { useSignedInOwner } from '@ringwell/testing/use-signed-in-owner';

import type { ConnectionDto } from './connections/dto/connection.dto';

const PATH = '/api/my/settings';

describe.each(CONNECTION_CHANNELS)('the settings of the %s channel', (channel) => {
  const { api, database, account, client } = useSignedInOwner();
  const entries = Object.entries<SettingDefinition>(CHANNELS[channel].settings);
  const textSettings = entries.filter(([, { kind }]) => kind === 'text' || kind === 'emails');
  const examples = Object.fromEntries(textSettings.map(([name, { example }]) => [name, example]));
  const secrets = textSettings
    .filter(([, definition]) => 'secret' in definition)
    .map(([name]) => name as SecretSetting);

  const fetchConnection = async (): Promise<ConnectionDto | undefined> =>
    (await client.get<ConnectionDto[]>('/api/my/connections')).body.find((each) => each.channel === channel);

  it('connect it once all required settings are entered, and are cleared when it is disconnected', async () => {
    const requiredSettings = textSettings.filter(([, definition]) => definition.required !== undefined);
    expect(requiredSettings.length).toBeGreaterThan(0);
    for (const [name] of requiredSettings) {
      expect(await fetchConnection()).toMatchObject({
        isConnected: false,
        missing: expect.stringContaining('Add ') as string,
      });
      await client.put(PATH, { [name]: examples[name] });
    }
    expect(await fetchConnection()).toMatchObject({ isConnected: true, missing: null });
    const { accounts } = database.repositories;
    await accounts.update(account.id, { serviceTitanTenant: null });
    await accounts.updateSettings(account.id, disconnectedColumns());
    expect(await fetchConnection()).toMatchObject({ isConnected: false, destinations: [] });
    const remainingSettings = (await client.get<Record<string, unknown>>(PATH)).body;
    expect(textSettings.map(([name]) => remainingSettings[name])).toEqual(
      textSettings.map(([, { kind }]) => (kind === 'text' ? null : [])),
    );
  });

  it('store secrets encrypted, each bound to its own column', async () => {
    await client.put(PATH, examples);
    const storedSettings = await database.manager.findOneByOrFail(AccountSettings, { accountId: account.id });
    const box = api.app.get(SecretBox);
    expect(
      secrets.map((name) => box.open(storedSettings[sealedColumn(name)] ?? '', SEALED_FIELDS[name](account.id))),
    ).toEqual(secrets.map((name) => examples[name]));
  });

  it('raise a security event if they contain destinations or credentials', async () => {
    const names = textSettings
      .filter(([, each]) => each.required !== undefined || 'secret' in each)
      .map(([name]) => name);
    for (const [index, name] of names.entries()) {
      await client.put(PATH, { [name]: examples[name] });
      expect(await database.manager.countBy(SecurityEvent, { accountId: account.id })).toBe(index + 1);
    }
  });
});
