import type { ReactNode } from 'react';

import { CHANNEL_SETTINGS, CHANNELS, type ChannelSettingName } from '@ringwell/domain/channels/channels';
import { CHANNEL_NAMES, CONNECTION_CHANNELS, type ConnectionChannel } from '@ringwell/domain/deliveries/delivery';
import type { NoteTarget, ServiceTitanEnvironment } from '@ringwell/domain/deliveries/service-titan';
import type { SettingDefinition } from '@ringwell/domain/settings/setting-kinds';

import { formatDateTime } from '../../../lib/format/format';
import { useUser } from '../../../lib/session/session';
import { LoadFailed, RefreshFailed } from '../../../ui/feedback/empty-state';
import { lazyArea } from '../../../ui/lazy-part';
import { SecretSetting } from '../fields/secret-setting';
import { SelectSetting } from '../fields/select-setting';
import { SwitchSetting } from '../fields/switch-setting';
import { NumberSetting, TextSetting } from '../fields/text-setting';
import { InboxSection } from '../inbox/inbox-section';
import { EmailSetting } from '../notifications/email-setting';
import { useSettings, type TextName } from '../settings-context';
import { AddOnNotice } from './add-on-notice';
import { ConnectionSection } from './connection-section';
import { SigningSecretSetting } from './signing-secret-setting';
import { SlackSteps } from './slack-steps';
import { useConnection, useConnections } from './use-connection';

const EarlierCalls = lazyArea(async () => (await import('./earlier-calls')).EarlierCalls);

const ENVIRONMENT_OPTIONS: readonly { value: ServiceTitanEnvironment; label: string }[] = [
  { value: 'production', label: 'Production' },
  { value: 'integration', label: 'Integration (test)' },
];
const NOTE_TARGET_OPTIONS: readonly { value: NoteTarget; label: string }[] = [
  { value: 'job_then_customer', label: 'Job if there is one, otherwise customer' },
  { value: 'job', label: 'Job only' },
  { value: 'customer', label: 'Customer only' },
];

// ServiceTitan comes first, then email. The account's own system comes last.
const CHANNEL_ORDER: readonly ConnectionChannel[] = [
  ...new Set<ConnectionChannel>(['servicetitan', 'email', ...CONNECTION_CHANNELS]),
];

// Settings that aren't text fields.
const SETTING_COMPONENTS: Partial<Record<string, () => ReactNode>> = {
  emailAddress: EmailSetting,
  serviceTitanEnvironment: () => (
    <SelectSetting name="serviceTitanEnvironment" label="Environment" choices={ENVIRONMENT_OPTIONS} />
  ),
  noteTarget: () => <SelectSetting name="noteTarget" label="Write notes to" choices={NOTE_TARGET_OPTIONS} />,
  serviceTitanPollingEnabled: () => (
    <div>
      <SwitchSetting
        name="serviceTitanPollingEnabled"
        label="Fetch new calls"
        text="Pull new recordings automatically"
      />
      <LastSync />
      <AccountEarlierCalls />
    </div>
  ),
  serviceTitanJobDays: () => (
    <NumberSetting
      name="serviceTitanJobDays"
      label="Count a job as a booking within"
      unit="days"
      hint="Jobs that reference the call always count. The customer's other jobs count only if they're created within this time after the call."
    />
  ),
};

export function ConnectionsTab(): ReactNode {
  return (
    <div className="grid gap-6">
      <AddOnNotice />
      <ConnectionErrors />
      <div className="-my-2 divide-y">
        {CHANNEL_ORDER.map((channel) => (
          <ConnectionSection
            key={channel}
            channel={channel}
            title={channel === 'webhook' ? 'Your own system' : CHANNEL_NAMES[channel]}
          >
            {channel === 'slack' && <SlackSteps />}
            {Object.keys(CHANNELS[channel].settings).map((name) => (
              <ChannelSetting key={name} name={name as ChannelSettingName} />
            ))}
          </ConnectionSection>
        ))}
      </div>
      <InboxSection />
    </div>
  );
}

function ChannelSetting({ name }: { name: ChannelSettingName }): ReactNode {
  const { editedUserId } = useSettings();
  if (name === 'webhookSecret' && editedUserId === undefined) return <SigningSecretSetting />;
  const Component = SETTING_COMPONENTS[name];
  return Component ? <Component /> : <ChannelField name={name} />;
}

function ConnectionErrors(): ReactNode {
  const { data, isError, refetch } = useConnections();
  if (!isError) return null;
  const retry = (): void => void refetch();
  if (data !== undefined) return <RefreshFailed onRetry={retry} />;
  return <LoadFailed subject="connection status" onRetry={retry} />;
}

// Earlier calls can only be fetched from the account itself, once connected. Administrators log in as the user first.
function AccountEarlierCalls(): ReactNode {
  const { editedUserId } = useSettings();
  const connection = useConnection('servicetitan');
  if (editedUserId !== undefined || !connection?.isConnected) return null;
  return <EarlierCalls isAvailable={connection.unavailable === null} />;
}

function LastSync(): ReactNode {
  const { lastPolledAt } = useSettings().savedSettings;
  return (
    <p className="mt-1.5 text-meta text-fg-subtle">
      Last sync: {lastPolledAt === null ? 'never' : <time dateTime={lastPolledAt}>{formatDateTime(lastPolledAt)}</time>}
    </p>
  );
}

const ALLOWLIST_HINT = 'An address on your network, or one without https, must be in OUTBOUND_ALLOW.';

/** The field for a channel's text or secret setting. Renders nothing for other settings. */
function ChannelField({ name }: { name: ChannelSettingName }): ReactNode {
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
