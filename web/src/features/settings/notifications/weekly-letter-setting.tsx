import { useQuery, type UseMutationResult } from '@tanstack/react-query';
import { Newspaper } from 'lucide-react';
import { useState, type ReactNode } from 'react';
import { Link } from 'react-router';

import { api, unwrap } from '../../../api/client';
import type { WeeklyLetterTest } from '../../../api/types';
import { COPY } from '../../../lib/copy';
import { toastFailure } from '../../../lib/messages/failure-toast';
import { serverMessage } from '../../../lib/messages/server-message';
import { PATHS } from '../../../lib/paths';
import { getQuery } from '../../../lib/queries/get-query';
import { useChange } from '../../../lib/queries/use-change';
import { accountKey, useUser } from '../../../lib/session/session';
import { Button } from '../../../ui/buttons/button';
import { LoadFailed } from '../../../ui/feedback/empty-state';
import { Skeleton } from '../../../ui/feedback/skeleton';
import { Dialog } from '../../../ui/overlays/dialog';
import { useConnection } from '../connections/use-connection';
import { SwitchSetting } from '../fields/switch-setting';
import { useSettings } from '../settings-context';

/** Last week's letter as an HTML page, for the preview frame. */
const LETTER_PAGE = '/api/my/weekly-letter/preview.html';

/** Last week's letter as it would be sent now. */
const weeklyLetterQuery = (accountId: string) =>
  getQuery(accountKey(accountId, 'weekly-letter'), '/api/my/weekly-letter/preview', {
    staleTime: 0, // calls and follow-ups change the letter
  });

/** Explains the weekly letter and who gets it, and shows a preview. */
export function WeeklyLetterSetting(): ReactNode {
  const { editedUserId } = useSettings();
  return (
    <section aria-labelledby="weekly-letter" className="grid gap-4 border-t pt-5">
      <div className="flex items-start gap-3">
        <span aria-hidden className="mt-0.5 text-fg-subtle [&_svg]:size-4.5">
          <Newspaper />
        </span>
        <div>
          <h3 id="weekly-letter" className="font-semibold">
            Weekly letter
          </h3>
          <p className="text-fg-muted">
            An email every Monday at 7 AM about last week: happiness, unhappy customers, promises and praise. Owners and
            managers get it
            {editedUserId === undefined ? (
              <>
                . Everyone can turn it on or off in{' '}
                <Link to={PATHS.account} className="font-semibold text-primary underline underline-offset-2">
                  {COPY.account.title}
                </Link>
                .
              </>
            ) : (
              ', unless they turn it off.'
            )}
          </p>
        </div>
      </div>
      <SwitchSetting
        name="weeklyLetterChats"
        label="Weekly letter in chats"
        text="Post a short version to the chats above that are turned on"
      />
      {editedUserId === undefined && <SendTestLetter />}
    </section>
  );
}

function SendTestLetter(): ReactNode {
  const [isOpen, setIsOpen] = useState(false);
  const sendTest = useSendTestLetter();
  return (
    <div className="flex flex-wrap gap-3">
      <Button variant="outline" size="sm" onClick={() => setIsOpen(true)}>
        Preview the letter
      </Button>
      <Button
        variant="outline"
        size="sm"
        pending={sendTest.isPending}
        pendingLabel="Sending..."
        onClick={() => sendTest.mutate()}
      >
        Send me a test
      </Button>
      <Dialog
        open={isOpen}
        onClose={() => setIsOpen(false)}
        title="Letter about last week"
        width={720}
        fullScreenOnPhones
      >
        <Preview />
      </Dialog>
    </div>
  );
}

function Preview(): ReactNode {
  const { accountId } = useUser();
  const { data, error, refetch } = useQuery(weeklyLetterQuery(accountId));
  if (error) return <LoadFailed subject="the letter" onRetry={() => void refetch()} />;
  if (!data) return <Skeleton className="mt-4 h-96" label="Loading the letter" />;
  return (
    <div className="mt-4 grid gap-3">
      <p>
        <span className="text-fg-muted">Subject: </span>
        {data.subject}
      </p>
      <iframe
        title={data.subject}
        // Blocks scripts. Links open in new tabs.
        sandbox="allow-popups allow-popups-to-escape-sandbox"
        src={LETTER_PAGE}
        className="h-[60svh] w-full rounded-control border bg-white"
      />
    </div>
  );
}

/** Sends the letter to the signed-in user as a test. */
function useSendTestLetter(): UseMutationResult<WeeklyLetterTest, Error, void> {
  const unavailable = useConnection('email')?.unavailable;
  return useChange({
    mutationFn: () => unwrap(api.POST('/api/my/weekly-letter/test')),
    succeeded: ({ address }) => `We're sending it to ${address}`,
    onError: (error) => toastFailure(error, unavailable?.message ?? serverMessage(error, "Couldn't send the test")),
  });
}
