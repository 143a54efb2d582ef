import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';

import { recentCallsQuery } from '../../features/calls/api';
import { EMPTY_FIELDS } from '../../features/calls/call-fields';
import { UploadCall, UploadRejection } from '../../features/calls/upload/upload-call';
import { useUpload } from '../../features/calls/upload/use-upload';
import { invitationsQuery } from '../../features/team/api';
import { keepFocus } from '../../lib/browser/remember-focus';
import { useStoredFlag } from '../../lib/browser/stored-flag';
import { PATHS, settingsPath } from '../../lib/paths';
import { membersQuery, mySettingsQuery } from '../../lib/queries/api';
import { useHasRole, useUser } from '../../lib/session/session';
import { Button, ButtonLink } from '../../ui/buttons/button';
import { SampleButtons } from '../../ui/buttons/sample-buttons';
import { Card } from '../../ui/layout/card';
import { ChecklistStep } from '../../ui/layout/checklist-step';
import { getCompletedSteps, type Team } from './steps';

/** Setup steps for a new account, shown until all are done or the user hides them in this browser. */
export function GetStarted(): ReactNode {
  const user = useUser();
  const settings = useQuery(mySettingsQuery(user.accountId)).data;
  const calls = useQuery(recentCallsQuery(user.accountId)).data;
  const isOwner = useHasRole('owner');
  const team = useTeam(isOwner);
  const [isHidden, setIsHidden] = useStoredFlag(`get-started-hidden-${user.accountId}`);
  if (isHidden || settings === undefined || calls === undefined || (isOwner && team === undefined)) return null;
  const completedSteps = getCompletedSteps(settings, calls, team);
  const doneCount = Object.values(completedSteps).filter(Boolean).length;
  const count = Object.keys(completedSteps).length;
  if (doneCount === count) return null;
  return (
    <Card
      title="Get started"
      subtitle={`${doneCount} of ${count} steps done`}
      action={
        <Button ref={keepFocus} variant="ghost" size="sm" onClick={() => setIsHidden(true)}>
          Hide
        </Button>
      }
    >
      <ol className="grid gap-5 md:grid-cols-2">
        <ChecklistStep title="Send a call" isDone={completedSteps.call}>
          <SendCall />
        </ChecklistStep>
        <ChecklistStep title="Connect your tools" isDone={completedSteps.connection}>
          <p className="text-fg-muted">
            Connect ServiceTitan for job notes, and Slack, Teams or Google Chat for alerts.
          </p>
          <ButtonLink to={settingsPath('connections')} variant="outline" size="sm" className="justify-self-start">
            Set up connections
          </ButtonLink>
        </ChecklistStep>
        <ChecklistStep title="Get alerts" isDone={completedSteps.alerts}>
          <p className="text-fg-muted">Choose who gets alerts about which calls, by email or chat.</p>
          <ButtonLink to={settingsPath('alerts')} variant="outline" size="sm" className="justify-self-start">
            Set up alerts
          </ButtonLink>
        </ChecklistStep>
        {completedSteps.team !== undefined && (
          <ChecklistStep title="Invite your team" isDone={completedSteps.team}>
            <p className="text-fg-muted">Give everyone their own sign-in, and choose what they can do.</p>
            <ButtonLink to={PATHS.team} variant="outline" size="sm" className="justify-self-start">
              Invite someone
            </ButtonLink>
          </ChecklistStep>
        )}
      </ol>
    </Card>
  );
}

function useTeam(isOwner: boolean): Team | undefined {
  const { accountId } = useUser();
  const members = useQuery({ ...membersQuery(accountId), enabled: isOwner }).data;
  const invitations = useQuery({ ...invitationsQuery(accountId), enabled: isOwner }).data;
  return members && invitations && { members, invitations };
}

function SendCall(): ReactNode {
  const upload = useUpload();
  return (
    <>
      <p className="text-fg-muted">
        Upload a recording, or try a sample. A sample is processed like any other call: it uses about a minute and sends
        the alerts you set up.
      </p>
      <SampleButtons
        disabled={upload.uploadingFile !== null}
        onChoose={(file) => upload.send(file, { ...EMPTY_FIELDS, customerName: 'Sample call' })}
      />
      <UploadRejection upload={upload} />
      <div className="flex">
        <UploadCall upload={upload} />
      </div>
    </>
  );
}
