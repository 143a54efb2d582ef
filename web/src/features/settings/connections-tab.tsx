import type { ReactNode } from 'react';

import type { NoteTarget, ServiceTitanEnvironment } from '@ringwell/domain/service-titan';

import { formatDateTime } from '../../lib/format';
import { LoadFailed, RefreshFailed } from '../../ui/feedback/empty-state';
import { AddOnNotice } from './add-on-notice';
import { ConnectionSection } from './connection-section';
import { SlackChannelSetting, TeamNameSetting } from './destination-settings';
import { EmailSetting } from './email-setting';
import { SecretSetting } from './secret-setting';
import { SelectSetting } from './select-setting';
import { useSettings } from './settings-context';
import { SigningSecretSetting } from './signing-secret-setting';
import { SwitchSetting } from './switch-setting';
import { TextSetting } from './text-setting';
import { useConnections } from './use-connection';

const ENVIRONMENTS: readonly { value: ServiceTitanEnvironment; label: string }[] = [
  { value: 'production', label: 'Production' },
  { value: 'integration', label: 'Integration (test)' },
];
const NOTE_TARGETS: readonly { value: NoteTarget; label: string }[] = [
  { value: 'job_then_customer', label: 'Job if there is one, otherwise customer' },
  { value: 'job', label: 'Job only' },
  { value: 'customer', label: 'Customer only' },
];

export function ConnectionsTab(): ReactNode {
  const { editedUserId } = useSettings();
  return (
    <div className="grid gap-6">
      <AddOnNotice />
      <ConnectionErrors />
      <div className="-my-2 divide-y">
        <ConnectionSection channel="servicetitan">
          <TextSetting name="serviceTitanTenant" label="Tenant" inputMode="numeric" placeholder="987654321" />
          <SelectSetting name="serviceTitanEnvironment" label="Environment" choices={ENVIRONMENTS} />
          <TextSetting name="serviceTitanClientId" label="Client ID" placeholder="cid...." />
          <SecretSetting
            name="serviceTitanClientSecret"
            label="Client secret"
            removalWarning="Notes and new recordings stop until you add a new one."
          />
          <SelectSetting name="noteTarget" label="Write notes to" choices={NOTE_TARGETS} />
          <div>
            <SwitchSetting
              name="serviceTitanPollingEnabled"
              label="Fetch new calls"
              text="Pull new recordings automatically"
            />
            <LastSync />
          </div>
        </ConnectionSection>
        <ConnectionSection channel="email">
          <EmailSetting />
        </ConnectionSection>
        <ConnectionSection channel="slack">
          <SecretSetting
            name="slackBotToken"
            label="Slack bot token"
            placeholder="xoxb-..."
            removalWarning="Recaps to Slack stop until you add a new one."
          />
          <SlackChannelSetting />
        </ConnectionSection>
        <ConnectionSection channel="teams">
          <SecretSetting
            name="teamsWebhookUrl"
            label="Teams webhook URL"
            type="url"
            placeholder="https://"
            hint="In Teams, open the Workflows app."
            removalWarning="Recaps to Teams stop until you add a new one."
          />
          <TeamNameSetting />
        </ConnectionSection>
        <ConnectionSection channel="google_chat">
          <SecretSetting
            name="googleChatWebhookUrl"
            label="Google Chat webhook URL"
            type="url"
            placeholder="https://chat.googleapis.com/..."
            hint="In the space, open Apps & integrations."
            removalWarning="Recaps to Google Chat stop until you add a new one."
          />
        </ConnectionSection>
        <ConnectionSection channel="webhook" title="Your own system">
          <SecretSetting
            name="webhookUrl"
            label="Outgoing webhook URL"
            type="url"
            placeholder="https://"
            hint="Gets every finished call"
            isGuarded
            removalWarning="Your system stops getting calls until you add a new one."
          />
          {editedUserId === undefined ? (
            <SigningSecretSetting />
          ) : (
            <SecretSetting
              name="webhookSecret"
              label="Signing secret"
              placeholder="whsec_..."
              isGuarded
              removalWarning="Messages are no longer signed."
            />
          )}
        </ConnectionSection>
      </div>
    </div>
  );
}

function ConnectionErrors(): ReactNode {
  const { data, isError, refetch } = useConnections();
  if (!isError) return null;
  const retry = (): void => void refetch();
  if (data !== undefined) return <RefreshFailed onRetry={retry} />;
  return <LoadFailed what="connection status" onRetry={retry} />;
}

function LastSync(): ReactNode {
  const { lastPolledAt } = useSettings().saved;
  return (
    <p className="mt-1.5 text-meta text-fg-subtle">
      Last sync: {lastPolledAt === null ? 'never' : <time dateTime={lastPolledAt}>{formatDateTime(lastPolledAt)}</time>}
    </p>
  );
}
