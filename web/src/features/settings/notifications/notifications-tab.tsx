import { Ear, Mail, MessageSquare, MessagesSquare, Users } from 'lucide-react';
import type { ReactNode } from 'react';
import { Link } from 'react-router';

import { TEAM_CHATS, type TeamChat } from '@ringwell/domain/billing/plans';
import { CHANNEL_SETTINGS, CHANNELS } from '@ringwell/domain/channels/channels';
import type { AlertChannel, ConnectionChannel } from '@ringwell/domain/deliveries/delivery';

import type { Connection } from '../../../api/types';
import { COPY } from '../../../lib/copy';
import { PATHS, settingsPath } from '../../../lib/paths';
import { Skeleton } from '../../../ui/feedback/skeleton';
import { Checkbox } from '../../../ui/forms/checkbox';
import { lazyArea } from '../../../ui/lazy-part';
import { AddOnNotice } from '../connections/add-on-notice';
import { ADD_ON_MISSING } from '../connections/connection-status';
import { useConnection } from '../connections/use-connection';
import { SaveError, SaveIndicator } from '../fields/save-indicator';
import { SwitchSetting } from '../fields/switch-setting';
import { TextSetting } from '../fields/text-setting';
import { useSetting, useSettings } from '../settings-context';

const EmailSetting = lazyArea(
  async () => (await import('./email-setting')).EmailSetting,
  <Skeleton className="h-32" label="Loading addresses" />,
);
const WeeklyLetterSetting = lazyArea(
  async () => (await import('./weekly-letter-setting')).WeeklyLetterSetting,
  <Skeleton className="h-32" label="Loading the weekly letter" />,
);

const SENTIMENTS = ['Positive', 'Neutral', 'Negative'] as const;
type Sentiment = (typeof SENTIMENTS)[number];

const ICONS: Record<TeamChat, ReactNode> = {
  slack: <MessageSquare />,
  teams: <Users />,
  google_chat: <MessagesSquare />,
};

export function NotificationsTab(): ReactNode {
  const { editedUserId } = useSettings();
  return (
    <div className="grid gap-6">
      <SwitchSetting name="emailEnabled" label="Email" text="An email after each call" icon={<Mail />}>
        <ChannelNotice channel="email" />
        <SentimentSettings channel="email" />
        <EmailSetting />
      </SwitchSetting>
      <AddOnNotice />
      {TEAM_CHATS.map((channel) => {
        const chat = CHANNELS[channel];
        return (
          <SwitchSetting
            key={channel}
            name={`${chat.prefix}Enabled`}
            label={chat.title}
            text={`Post a recap to a ${chat.postsTo}`}
            icon={ICONS[channel]}
          >
            <ChannelNotice channel={channel} />
            <SentimentSettings channel={channel} />
            {'destination' in chat && (
              <TextSetting name={chat.destination} {...CHANNEL_SETTINGS[chat.destination].field} />
            )}
          </SwitchSetting>
        );
      })}
      <div className="border-t pt-5">
        <SwitchSetting
          name="reviewAlertsEnabled"
          label="Alerts for calls that need a listen"
          text="When we can't judge a call, alerts and notes say so and link to the recording. Turn this off to skip them."
          icon={<Ear />}
        />
      </div>
      <WeeklyLetterSetting />
      {editedUserId === undefined && (
        <p className="text-fg-muted">
          See how often the labels are right in{' '}
          <Link to={PATHS.checks} className="font-semibold text-primary underline underline-offset-2">
            {COPY.checks.title}
          </Link>
          .
        </p>
      )}
      {editedUserId === undefined && (
        <p className="text-fg-muted">
          Everyone on the team can choose additional emails and quiet hours for themselves in{' '}
          <Link to={PATHS.account} className="font-semibold text-primary underline underline-offset-2">
            {COPY.account.title}
          </Link>
          .
        </p>
      )}
    </div>
  );
}

function SentimentSettings({ channel }: { channel: AlertChannel }): ReactNode {
  const names = SENTIMENTS.map((sentiment) => `${CHANNELS[channel].prefix}${sentiment}Sentiment` as const);
  return (
    <fieldset className="relative">
      <legend className="font-semibold">Notify me about</legend>
      <SaveIndicator names={names} className="absolute top-0 right-0" />
      <div className="mt-2 flex flex-wrap gap-x-5 gap-y-2">
        {SENTIMENTS.map((sentiment) => (
          <SentimentSetting key={sentiment} channel={channel} sentiment={sentiment} />
        ))}
      </div>
    </fieldset>
  );
}

function SentimentSetting({ channel, sentiment }: { channel: AlertChannel; sentiment: Sentiment }): ReactNode {
  const { value, error, save } = useSetting(`${CHANNELS[channel].prefix}${sentiment}Sentiment`);
  return (
    <div>
      <Checkbox label={sentiment} checked={value} onCheckedChange={(checked) => void save(checked)} />
      <SaveError message={error} />
    </div>
  );
}

function ChannelNotice({ channel }: { channel: ConnectionChannel }): ReactNode {
  const connection = useConnection(channel);
  const { editedUserId } = useSettings();
  const reason = connection && describeProblem(connection);
  if (reason === undefined) return null;
  return (
    <p className="rounded-control bg-warning-soft px-3 py-2 wrap-anywhere text-on-warning-soft">
      {reason}
      {!connection?.unavailable && editedUserId === undefined && (
        <>
          {' '}
          <Link to={settingsPath('connections', channel)} className="font-semibold underline underline-offset-2">
            Open Connections
          </Link>
        </>
      )}
    </p>
  );
}

// AddOnNotice reports a missing add-on once for all team chats.
function describeProblem({ unavailable, isConnected, missing, error }: Connection): string | undefined {
  if (unavailable) return unavailable.code === ADD_ON_MISSING ? undefined : unavailable.message;
  if (!isConnected) return `Not sending yet. ${missing ?? ''}`;
  return error ? `The last message didn't go through. ${error.message}` : undefined;
}
