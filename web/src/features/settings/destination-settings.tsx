import type { ReactNode } from 'react';

import { TextSetting } from './text-setting';

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

// A label only: the webhook URL determines the destination.
export function TeamNameSetting(): ReactNode {
  return <TextSetting name="teamsTeamName" label="Team name" placeholder="Dispatch" hint="Just a label for you" />;
}
