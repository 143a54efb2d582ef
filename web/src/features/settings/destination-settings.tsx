import type { ReactNode } from 'react';

import { TextSetting } from './text-setting';

/** Where in Slack recaps go. */
export function SlackChannelSetting(): ReactNode {
  return (
    <TextSetting
      name="slackChannel"
      label="Slack channel"
      placeholder="#calls"
      hint="Channel name (#calls) or ID (C0123456789)"
    />
  );
}

/** What people call the place in Teams; the address of the workflow decides. */
export function TeamNameSetting(): ReactNode {
  return <TextSetting name="teamsTeamName" label="Team name" placeholder="Dispatch" hint="Just a label for you" />;
}
