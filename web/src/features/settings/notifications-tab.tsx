import { Mail, MessageSquare, MessagesSquare, Users } from 'lucide-react';
import type { ReactNode } from 'react';

import { EmailSetting } from './email-setting';
import { SentimentSettings } from './sentiment-settings';
import { useSettings, type TextName } from './settings-context';
import { SwitchSetting } from './switch-setting';
import { TextSetting } from './text-setting';

/** Who is told of which calls. */
export function NotificationsTab({ onConnect }: { /** Leads to the connections. */ onConnect: () => void }): ReactNode {
  return (
    <div className="grid gap-6">
      <SwitchSetting name="emailEnabled" label="Email" text="A message right after the call." icon={<Mail />}>
        <SentimentSettings channel="email" />
        <EmailSetting />
      </SwitchSetting>
      <SwitchSetting name="slackEnabled" label="Slack" text="A recap in one of your channels." icon={<MessageSquare />}>
        <ConnectFirst needs="slackBotToken" what="Slack's bot token" onConnect={onConnect} />
        <SentimentSettings channel="slack" />
        <TextSetting name="slackChannel" label="Slack channel" placeholder="#calls" hint="Its name in lower case, or its id such as C0123456789." />
      </SwitchSetting>
      <SwitchSetting name="teamsEnabled" label="Microsoft Teams" text="A recap in one of your teams." icon={<Users />}>
        <ConnectFirst needs="teamsWebhookUrl" what="the address of a Teams workflow" onConnect={onConnect} />
        <SentimentSettings channel="teams" />
        <TextSetting name="teamsTeamName" label="Team name" placeholder="Dispatch" hint="For you to remember where recaps go." />
      </SwitchSetting>
      <SwitchSetting name="googleChatEnabled" label="Google Chat" text="A recap in one of your spaces." icon={<MessagesSquare />}>
        <ConnectFirst needs="googleChatWebhookUrl" what="the webhook address of a space" onConnect={onConnect} />
        <SentimentSettings channel="googleChat" />
      </SwitchSetting>
    </div>
  );
}

interface ConnectFirstProps {
  needs: TextName;
  what: string;
  onConnect: () => void;
}

/** A channel that is on but has nowhere to go. */
function ConnectFirst({ needs, what, onConnect }: ConnectFirstProps): ReactNode {
  const { saved } = useSettings();
  if (saved[needs] !== null) return null;
  return (
    <p className="rounded-control bg-warning-soft px-3 py-2 text-on-warning-soft">
      Nothing arrives yet: {what} is missing.{' '}
      <button type="button" onClick={onConnect} className="font-semibold underline underline-offset-2">Open Connections</button>
    </p>
  );
}
