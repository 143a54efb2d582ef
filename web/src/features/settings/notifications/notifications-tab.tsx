import { Ear, Mail, MessageSquare, MessagesSquare, Users } from 'lucide-react';
import type { ReactNode } from 'react';
import { Link } from 'react-router';

import { TEAM_CHATS, type TeamChat } from '@ringwell/domain/billing/plans';
import { CHANNEL_SETTINGS, CHANNELS } from '@ringwell/domain/channels/channels';

import { COPY } from '../../../lib/copy';
import { PATHS } from '../../../lib/paths';
import { Skeleton } from '../../../ui/feedback/skeleton';
import { lazyArea } from '../../../ui/lazy-part';
import { AddOnNotice } from '../connections/add-on-notice';
import { ChannelNotice } from '../connections/channel-notice';
import { SwitchSetting } from '../fields/switch-setting';
import { TextSetting } from '../fields/text-setting';
import { useSettings } from '../settings-context';
import { SentimentSettings } from './sentiment-settings';

const EmailSetting = lazyArea(
  async () => (await import('./email-setting')).EmailSetting,
  <Skeleton className="h-32" label="Loading addresses" />,
);
const WeeklyLetterSetting = lazyArea(
  async () => (await import('./weekly-letter-setting')).WeeklyLetterSetting,
  <Skeleton className="h-32" label="Loading the weekly letter" />,
);

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
