import { Ear, Mail, MessageSquare, MessagesSquare, Users } from 'lucide-react';
import type { ReactNode } from 'react';
import { Link } from 'react-router';

import { COPY } from '../../lib/copy';
import { PATHS } from '../../lib/paths';
import { Skeleton } from '../../ui/feedback/skeleton';
import { LazyPart, lazyPart } from '../../ui/lazy-part';
import { AddOnNotice } from './add-on-notice';
import { ChannelNotice } from './channel-notice';
import { SlackChannelSetting, TeamNameSetting } from './destination-settings';
import { SentimentSettings } from './sentiment-settings';
import { useSettings } from './settings-context';
import { SwitchSetting } from './switch-setting';

const EmailSetting = lazyPart(async () => (await import('./email-setting')).EmailSetting);
const WeeklyLetterSetting = lazyPart(async () => (await import('./weekly-letter-setting')).WeeklyLetterSetting);

export function NotificationsTab(): ReactNode {
  const { editedUserId } = useSettings();
  return (
    <div className="grid gap-6">
      <SwitchSetting name="emailEnabled" label="Email" text="An email after each call" icon={<Mail />}>
        <ChannelNotice channel="email" />
        <SentimentSettings channel="email" />
        <LazyPart fallback={<Skeleton className="h-32" label="Loading addresses" />}>
          <EmailSetting />
        </LazyPart>
      </SwitchSetting>
      <AddOnNotice />
      <SwitchSetting name="slackEnabled" label="Slack" text="Post a recap to a channel" icon={<MessageSquare />}>
        <ChannelNotice channel="slack" />
        <SentimentSettings channel="slack" />
        <SlackChannelSetting />
      </SwitchSetting>
      <SwitchSetting name="teamsEnabled" label="Microsoft Teams" text="Post a recap to a channel" icon={<Users />}>
        <ChannelNotice channel="teams" />
        <SentimentSettings channel="teams" />
        <TeamNameSetting />
      </SwitchSetting>
      <SwitchSetting
        name="googleChatEnabled"
        label="Google Chat"
        text="Post a recap to a space"
        icon={<MessagesSquare />}
      >
        <ChannelNotice channel="google_chat" />
        <SentimentSettings channel="googleChat" />
      </SwitchSetting>
      <div className="border-t pt-5">
        <SwitchSetting
          name="reviewAlertsEnabled"
          label="Alerts for calls that need a listen"
          text="When we can't judge a call, alerts and notes say so and link to the recording. Turn off to send none."
          icon={<Ear />}
        />
      </div>
      <LazyPart fallback={<Skeleton className="h-32" label="Loading the weekly letter" />}>
        <WeeklyLetterSetting />
      </LazyPart>
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
          Everyone on the team can choose more emails for themselves, and quiet hours, in{' '}
          <Link to={PATHS.account} className="font-semibold text-primary underline underline-offset-2">
            {COPY.account.title}
          </Link>
          .
        </p>
      )}
    </div>
  );
}
