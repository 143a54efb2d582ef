import { CircleAlert, Headphones } from 'lucide-react';
import type { ReactNode } from 'react';
import { Link } from 'react-router';

import { isFinalCallState, type SkipReason } from '@ringwell/domain/calls/call';

import type { FullCall } from '../../../api/types';
import { settingsPath } from '../../../lib/paths';
import { useHasRole } from '../../../lib/session/session';

export function ProcessingNotice({ call }: { call: FullCall }): ReactNode {
  const isFinal = isFinalCallState(call.state);
  const Icon = isFinal ? CircleAlert : Headphones;
  return (
    <section aria-label="Processing" role="status" className="flex gap-3 rounded-menu border bg-sunken px-4 py-3.5">
      <Icon aria-hidden className="mt-0.5 size-4.5 shrink-0 text-fg-muted" />
      <div>
        <p className="font-semibold">{noticeTitle(call, isFinal)}</p>
        <p className="mt-0.5 text-fg-muted">
          {noticeText(call, isFinal)}
          <SettingLink call={call} />
        </p>
        {call.result && (
          <p className="mt-0.5 text-fg-muted">
            {isFinal ? 'Showing the previous result.' : "Showing the previous result until it's done."}
          </p>
        )}
      </div>
    </section>
  );
}

// Links to the setting that excluded the call. Every settings page shows the switch that turns processing on or off.
const SETTING_LINKS: Partial<Record<SkipReason, { path: string; text: string }>> = {
  account_inactive: { path: settingsPath('alerts'), text: 'Turn processing on or off' },
  direction_disabled: { path: settingsPath('calls', 'limits'), text: 'Change which calls are processed' },
  too_short: { path: settingsPath('calls', 'limits'), text: 'Change the minimum length' },
  minute_limit: { path: settingsPath('calls', 'limits'), text: 'Change the monthly limit' },
};

function SettingLink({ call: { state, skipReason } }: { call: FullCall }): ReactNode {
  const canChange = useHasRole('manager');
  const link = state === 'skipped' && skipReason !== null ? SETTING_LINKS[skipReason] : undefined;
  if (link === undefined || !canChange) return null;
  return (
    <>
      {' '}
      <Link to={link.path} className="font-medium text-primary underline underline-offset-4">
        {link.text}
      </Link>
    </>
  );
}

function noticeTitle({ state, result }: FullCall, isFinal: boolean): string {
  const verb = result ? 'reprocessed' : 'processed';
  if (state === 'skipped') return 'This call was skipped';
  return isFinal ? `This call couldn't be ${verb}` : `This call is being ${verb}`;
}

function noticeText({ skipMessage, error }: FullCall, isFinal: boolean): string {
  return (
    skipMessage ??
    error?.message ??
    (isFinal ? 'No details available.' : "The summary and transcript will appear here when they're ready.")
  );
}
