import { useMutation, useQuery } from '@tanstack/react-query';
import { Mail } from 'lucide-react';
import { useRef, useState, type ReactNode } from 'react';

import { api, unwrap } from '../../api/client';
import type { Happiness, HappinessMoment } from '../../api/types';
import { formatDateTime } from '../../lib/format/format';
import type { AgentPerson } from '../../lib/format/group-agents';
import { serverMessage } from '../../lib/messages/server-message';
import { agentPath, callPath } from '../../lib/paths';
import { membersQuery } from '../../lib/queries/api';
import { useHasRole, useUser } from '../../lib/session/session';
import { Button, ButtonLink } from '../../ui/buttons/button';
import { CopyButton } from '../../ui/buttons/copy-button';
import { ErrorText } from '../../ui/forms/form-error';
import { Dialog } from '../../ui/overlays/dialog';
import { AGENT_COPY } from './agent-copy';
import { agentSentence } from './agent-sentence';
import { formatPeriod } from './format-period';

const { share: copy } = AGENT_COPY;
const SHARED_LINK_DAYS = 7;

interface ShareAgentDialogProps {
  person: AgentPerson;
  report: Happiness;
  team: Happiness;
  onClose: () => void;
}

/** Drafts a message to the agent with their numbers and the calls to discuss. */
export function ShareAgentDialog({ onClose, ...props }: ShareAgentDialogProps): ReactNode {
  const [{ person, report, team }] = useState(props); // the links are for these calls, even if the report is refetched
  const { accountId } = useUser();
  const canShare = useHasRole('member');
  const message = useRef<HTMLPreElement>(null);
  const { data: members = [] } = useQuery(membersQuery(accountId));
  const createdLinks = useRef<Links>(new Map()); // including those created before a failure
  const links = useMutation({ mutationFn: () => createSharedLinks(report.moments, createdLinks.current) });
  const member = members.find(({ userId }) => userId === person.memberUserId);
  const isMember = person.memberUserId !== null;
  const text = buildMessage({ person, report, team, links: links.data });
  const email = `mailto:${encodeURIComponent(member?.email ?? '')}?subject=${encodeURIComponent(
    `Your calls, ${formatPeriod(report)}`,
  )}&body=${encodeURIComponent(text)}`;
  return (
    <Dialog onClose={onClose} title={copy.open(person.name)} description="Copy this, or send it by email." width={560}>
      <pre
        ref={message}
        aria-label={copy.message}
        role="region"
        tabIndex={0}
        className="max-h-80 overflow-y-auto rounded-menu border bg-sunken p-4 font-sans whitespace-pre-wrap wrap-anywhere"
      >
        {text}
      </pre>
      <p role="status" className="mt-3 text-fg-muted">
        {links.data ? copy.created : isMember ? 'Only members of this account can open the links.' : copy.noMember}
      </p>
      {links.isError && (
        <ErrorText message={serverMessage(links.error, "Couldn't create the links. Please try again.")} />
      )}
      <div className="mt-4 flex flex-wrap gap-3">
        {!isMember && !links.data && canShare && report.moments.length > 0 && (
          <Button size="sm" pending={links.isPending} pendingLabel="Creating…" onClick={() => links.mutate()}>
            {copy.create}
          </Button>
        )}
        <CopyButton text={text} subject={copy.message} label="Copy message" textRef={message} />
        <ButtonLink href={email} variant="outline" size="sm">
          <Mail aria-hidden />
          {copy.email}
        </ButtonLink>
      </div>
    </Dialog>
  );
}

type Links = Map<string, string>;

/** Creates the missing links that open the calls without a sign-in. Returns all URLs by call ID. */
async function createSharedLinks(moments: readonly HappinessMoment[], links: Links): Promise<Links> {
  for (const { callId: id } of moments) {
    if (links.has(id)) continue;
    const body = { scope: 'whole', days: SHARED_LINK_DAYS } as const;
    links.set(id, (await unwrap(api.POST('/api/calls/{id}/shares', { params: { path: { id } }, body }))).url);
  }
  return links;
}

interface Message extends Omit<ShareAgentDialogProps, 'onClose'> {
  links: Links | undefined;
}

function buildMessage({ person: { name, ids }, report, team, links }: Message): string {
  const listMoments = (title: string, label: string): string[] => {
    const moments = report.moments.filter(({ sentiment }) => sentiment === label);
    return moments.length === 0
      ? []
      : [
          `${title}\n${moments
            .map(({ callId, startedAt, customerName, quote, startMs }) => {
              const heading = [customerName, formatDateTime(startedAt)].filter(Boolean).join(', ');
              const link = links?.get(callId) ?? toAbsoluteUrl(callPath(callId, Math.floor(startMs / 1_000)));
              return `- ${heading}: “${quote}”\n  ${link}`;
            })
            .join('\n')}`,
        ];
  };
  return [
    `${name}, your calls, ${formatPeriod(report)}: ${agentSentence(report.total, team.total)}.`,
    ...listMoments('To praise', 'positive'),
    ...listMoments('To review', 'negative'),
    ...(links ? [] : [`Full report: ${toAbsoluteUrl(agentPath(ids[0] ?? ''))}`]),
  ].join('\n\n');
}

function toAbsoluteUrl(path: string): string {
  return new URL(path, window.location.origin).href;
}
