import { infiniteQueryOptions, useInfiniteQuery, type UseMutationResult } from '@tanstack/react-query';
import { Check, Inbox, Reply, Undo2 } from 'lucide-react';
import { useState, type ReactNode } from 'react';

import { api, unwrap } from '../../api/client';
import type { InboxMessage } from '../../api/types';
import { formatDateTime } from '../../lib/format/format';
import { pollLivePages } from '../../lib/queries/poll';
import { useChange } from '../../lib/queries/use-change';
import { Button, ButtonLink } from '../../ui/buttons/button';
import { LoadMore } from '../../ui/data/load-more';
import { SteadyList } from '../../ui/data/steady-list';
import { EmptyState, LoadFailed } from '../../ui/feedback/empty-state';
import { LoadPlaceholder } from '../../ui/feedback/load-placeholder';
import { Card } from '../../ui/layout/card';
import { Tabs } from '../../ui/layout/tabs';
import { MESSAGES_COPY } from './messages-copy';

type InboxState = 'new' | 'done';

const inboxQuery = (state: InboxState) =>
  infiniteQueryOptions({
    queryKey: ['admin', 'messages', state],
    queryFn: ({ signal, pageParam }) =>
      unwrap(api.GET('/api/admin/contact-messages', { params: { query: { state, after: pageParam } }, signal })),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ next }) => next ?? undefined,
    ...pollLivePages(),
  });

export function MessagesPage(): ReactNode {
  const [state, setState] = useState<InboxState>('new');
  const newCount = useInfiniteQuery(inboxQuery('new')).data?.pages[0]?.newCount ?? 0;
  return (
    <Card>
      <Tabs
        label={MESSAGES_COPY.show}
        value={state}
        onChange={(newState) => setState(newState === 'done' ? 'done' : 'new')}
        tabs={[
          {
            id: 'new',
            label: newCount > 0 ? `${MESSAGES_COPY.new} (${newCount})` : MESSAGES_COPY.new,
            panel: <MessageList state="new" />,
          },
          { id: 'done', label: MESSAGES_COPY.done, panel: <MessageList state="done" /> },
        ]}
      />
    </Card>
  );
}

function MessageList({ state }: { state: InboxState }): ReactNode {
  const { data, isError, isFetchNextPageError, refetch, hasNextPage, fetchNextPage, isFetchingNextPage } =
    useInfiniteQuery(inboxQuery(state));
  const messages = data?.pages.flatMap(({ items }) => items);
  if (messages === undefined) return <LoadPlaceholder subject="messages" className="h-56" retry={isError && refetch} />;
  if (messages.length === 0) return <EmptyState icon={<Inbox />} {...MESSAGES_COPY.none[state]} />;
  return (
    <>
      <SteadyList label={MESSAGES_COPY[state]} className="divide-y">
        {messages.map((message) => (
          <li key={message.id} className="py-5 first:pt-0 last:pb-0">
            <Message message={message} />
          </li>
        ))}
      </SteadyList>
      {isFetchNextPageError && <LoadFailed subject="more messages" onRetry={() => void fetchNextPage()} />}
      {hasNextPage && <LoadMore isLoading={isFetchingNextPage} onLoad={fetchNextPage} />}
    </>
  );
}

function Message({ message }: { message: InboxMessage }): ReactNode {
  const { id, name, email, phone, company, message: text, doneAt, createdAt } = message;
  const markMessage = useMarkMessage();
  const isDone = doneAt !== null;
  return (
    <article aria-label={`Message from ${name}`} className="grid gap-3">
      <div className="flex flex-wrap items-baseline justify-between gap-x-4 gap-y-1">
        <h2 className="font-sans text-body font-semibold wrap-anywhere">
          {name}
          {company && <span className="font-normal text-fg-muted">{`, ${company}`}</span>}
        </h2>
        <time dateTime={createdAt} className="text-meta text-fg-subtle">
          {formatDateTime(createdAt)}
        </time>
      </div>
      <p className="text-fg-muted wrap-anywhere">{[email, phone].filter(Boolean).join(' · ')}</p>
      <p className="max-w-[72ch] whitespace-pre-wrap wrap-anywhere">{text}</p>
      <div className="flex flex-wrap gap-3">
        <ButtonLink href={replyLink(message)} variant="outline" size="sm">
          <Reply aria-hidden />
          {MESSAGES_COPY.reply}
          <span className="sr-only">{` to ${name}`}</span>
        </ButtonLink>
        <Button
          variant="outline"
          size="sm"
          pending={markMessage.isPending}
          onClick={() => markMessage.mutate({ id, isDone: !isDone })}
        >
          {isDone ? <Undo2 aria-hidden /> : <Check aria-hidden />}
          {isDone ? MESSAGES_COPY.markNew : MESSAGES_COPY.markDone}
        </Button>
      </div>
    </article>
  );
}

// Some email apps reject longer links.
const MAX_QUOTED_CHARACTERS = 1_000;

function replyLink({ email, message }: InboxMessage): string {
  const quotedText = [...message].slice(0, MAX_QUOTED_CHARACTERS).join('').replace(/^/gm, '> ');
  return `mailto:${encodeURIComponent(email).replace('%40', '@')}?subject=${encodeURIComponent(MESSAGES_COPY.subject)}&body=${encodeURIComponent(`\n\n${quotedText}`)}`;
}

function useMarkMessage(): UseMutationResult<unknown, Error, { id: string; isDone: boolean }> {
  return useChange({
    mutationFn: ({ id, isDone }) =>
      api.PATCH('/api/admin/contact-messages/{id}', { params: { path: { id } }, body: { isDone } }),
    failed: MESSAGES_COPY.failed,
    refetchAlways: [['admin']],
  });
}
