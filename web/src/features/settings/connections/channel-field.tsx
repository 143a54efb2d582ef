import type { ReactNode } from 'react';

import { CHANNEL_SETTINGS, type ChannelSettingName } from '@ringwell/domain/channels/channels';
import type { SettingDefinition } from '@ringwell/domain/settings/setting-kinds';

import { useUser } from '../../../lib/session/session';
import { SecretSetting } from '../fields/secret-setting';
import { TextSetting } from '../fields/text-setting';
import type { TextName } from '../settings-context';

const ALLOWLIST_HINT = 'An address in your network, or one without https, must be in OUTBOUND_ALLOW.';

/** The field for a channel's text or secret setting. Renders nothing for other settings. */
export function ChannelField({ name }: { name: ChannelSettingName }): ReactNode {
  const { role } = useUser();
  const definition: SettingDefinition = CHANNEL_SETTINGS[name];
  if (definition.kind !== 'text' || !definition.field) return null;
  const { removalWarning, ...field } = definition.field;
  if (removalWarning === undefined) return <TextSetting name={name as TextName} {...field} />;
  const type = definition.webhook === undefined ? 'password' : 'url';
  const { isGuarded } = definition;
  const showsAllowlistHint = definition.webhook === 'any' && role === 'admin';
  return (
    <SecretSetting
      name={name as TextName}
      type={type}
      isGuarded={isGuarded}
      removalWarning={removalWarning}
      {...field}
      hint={showsAllowlistHint ? `${field.hint}. ${ALLOWLIST_HINT}` : field.hint}
    />
  );
}
