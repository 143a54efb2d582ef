import type { ReactNode } from 'react';

import { TextSetting } from './text-setting';

/** Where in Slack recaps go. */
export function SlackChannelSetting(): ReactNode {
  return (
    <TextSetting
      name="slackChannel"
      label="Slack channel"
      placeholder="#calls"
      hint="Its name in lower case, or its id such as C0123456789."
    />
  );
}

/** What people call the place in Teams; the address of the workflow decides. */
export function TeamNameSetting(): ReactNode {
  return (
    <TextSetting
      name="teamsTeamName"
      label="Team name"
      placeholder="Dispatch"
      hint="For you to remember where recaps go."
    />
  );
}
