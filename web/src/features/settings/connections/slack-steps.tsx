import type { ReactNode } from 'react';

import { useProduct } from '../../../lib/product';
import { CopyButton } from '../../../ui/buttons/copy-button';
import { useSettings } from '../settings-context';

const NEW_APP_URL = 'https://api.slack.com/apps?new_app=1';
// Scopes for posting, even in public channels the app hasn't joined, and for joining a channel by its ID.
const SCOPES = ['chat:write', 'chat:write.public', 'channels:join'];

/** Explains how to get a bot token. Renders nothing once one is saved. */
export function SlackSteps(): ReactNode {
  const { name } = useProduct();
  const { savedSettings } = useSettings();
  if (savedSettings.slackBotToken !== null) return null;
  return (
    <ol aria-label="How to connect Slack" className="grid list-decimal gap-2 pl-5">
      <li>
        Copy this manifest, which describes the app:{' '}
        <CopyButton text={buildManifest(name)} subject="Slack manifest" label="Copy the manifest" />
      </li>
      <li>
        <a
          href={NEW_APP_URL}
          target="_blank"
          rel="noopener noreferrer"
          className="font-semibold text-primary underline underline-offset-2"
        >
          Create a Slack app
        </a>
        , choose From a manifest and your workspace, replace the manifest there with this one, and create the app.
      </li>
      <li>Choose Install App, then Install to your workspace, and allow it.</li>
      <li>Copy the Bot User OAuth Token, which starts with xoxb-, into the field below, and enter a channel.</li>
      <li>
        For a private channel, post <code>/invite @{name}</code> there. Then send a test message.
      </li>
    </ol>
  );
}

function buildManifest(name: string): string {
  return JSON.stringify(
    {
      display_information: { name },
      features: { bot_user: { display_name: name, always_online: true } },
      oauth_config: { scopes: { bot: SCOPES } },
      settings: { org_deploy_enabled: false, socket_mode_enabled: false, token_rotation_enabled: false },
    },
    null,
    2,
  );
}
