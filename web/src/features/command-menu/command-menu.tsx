import { useQuery } from '@tanstack/react-query';
import { CircleUser, CornerDownLeft, LayoutDashboard, PhoneCall, Search, Sparkles } from 'lucide-react';
import { useEffect, useId, useState, type KeyboardEvent, type ReactNode } from 'react';
import { useNavigate } from 'react-router';

import type { CallPage } from '../../api/types';
import { useDebounced } from '../../lib/browser/use-debounced';
import { plural } from '../../lib/format/format';
import { groupAgents, type AgentPerson } from '../../lib/format/group-agents';
import { serverMessage } from '../../lib/messages/server-message';
import { PATHS } from '../../lib/paths';
import { agentsQuery } from '../../lib/queries/api';
import { useSignOut, useUser } from '../../lib/session/session';
import { cx } from '../../ui/cx';
import { Spinner } from '../../ui/feedback/spinner';
import { Input } from '../../ui/forms/input';
import { Dialog } from '../../ui/overlays/dialog';
import { listDistinctCustomers, CallSearchResult } from '../calls/components/call-search-result';
import { matchPath } from '../calls/components/matching-sentence';
import { callSearchQuery } from './api';
import { buildListLinks, parseCallTokens, type CallTokens } from './call-tokens';
import { actionCommands, filterCommands, pageCommands, type Command, type MenuPage } from './commands';

const MAX_CALLS_SHOWN = 6;
const MAX_CUSTOMERS_SHOWN = 4;

interface Option extends Command {
  content: ReactNode;
}

interface Group {
  title: string;
  icon: ReactNode;
  options: Option[];
}

interface CommandMenuProps {
  /** The sidebar's pages. */
  pages: readonly MenuPage[];
  onClose: () => void;
}

/** Finds calls, customers, pages and actions: a combobox whose list is always open. */
export function CommandMenu({ pages, onClose }: CommandMenuProps): ReactNode {
  const user = useUser();
  const signOut = useSignOut();
  const navigate = useNavigate();
  const [text, setText] = useState('');
  const tokens = parseCallTokens(text);
  const searchText = tokens ? '' : text.trim(); // tokens open the call list instead of searching here
  const search = useDebounced(searchText);
  const { data, error, isFetching } = useQuery(callSearchQuery(user.accountId, search));
  const agents = useQuery({ ...agentsQuery(user.accountId), enabled: tokens?.agent !== undefined }).data;
  const isSearching = searchText !== search || isFetching;
  const groups = [
    // Ignores results for previously typed text, because Enter would open one of them.
    ...(searchText !== search || !data ? [] : buildCallGroups(data, search)),
    ...(tokens ? [buildListGroup(tokens, groupAgents(agents ?? []))] : []),
    {
      title: 'Pages',
      icon: <LayoutDashboard aria-hidden />,
      options: toOptions(filterCommands(pageCommands(user, pages), text)),
    },
    {
      title: 'Actions',
      icon: <Sparkles aria-hidden />,
      options: toOptions(filterCommands(actionCommands(user, signOut), text)),
    },
  ].filter(({ options }) => options.length > 0);
  const options = groups.flatMap((group) => group.options);

  const runCommand = ({ to, state, run }: Command): void => {
    onClose();
    if (to !== undefined) void navigate(to, { state });
    run?.();
  };
  return (
    <Dialog onClose={onClose} title="Search and jump" width={640} fullScreenOnPhones>
      <Combobox
        text={text}
        onType={setText}
        groups={groups}
        options={options}
        onChoose={runCommand}
        status={
          error && !isSearching
            ? serverMessage(error, "Couldn't search the calls. Try again.")
            : isSearching
              ? 'Searching…'
              : describeResults(options.length, data)
        }
        isBusy={isSearching}
      />
    </Dialog>
  );
}

function describeResults(count: number, data: CallPage | undefined): string {
  if (count === 0) return 'Nothing found. Try fewer words or another spelling.';
  return data?.isSimilar
    ? `${plural(count, 'result')}: calls with customers who have similar names`
    : plural(count, 'result');
}

function toOptions(commands: readonly Command[]): Option[] {
  return commands.map((command) => ({ ...command, content: command.label }));
}

function buildCallGroups({ items, nextCursor }: CallPage, search: string): Group[] {
  const hasMore = nextCursor !== null || items.length > MAX_CALLS_SHOWN;
  return [
    {
      title: 'Calls',
      icon: <PhoneCall aria-hidden />,
      options: [
        ...items.slice(0, MAX_CALLS_SHOWN).map((call) => ({
          id: `call-${call.id}`,
          label: '',
          to: matchPath(call),
          content: <CallSearchResult call={call} />,
        })),
        ...(hasMore
          ? [{ id: 'all-calls', label: '', to: callSearchPath(search), content: `All calls with “${search}”` }]
          : []),
      ],
    },
    {
      title: 'Customers',
      icon: <CircleUser aria-hidden />,
      options: listDistinctCustomers(items)
        .slice(0, MAX_CUSTOMERS_SHOWN)
        .map(({ title, search: customerSearch }) => ({
          id: `customer-${title}`,
          label: title,
          to: callSearchPath(customerSearch),
          content: `Calls with ${title}`,
        })),
    },
  ];
}

function buildListGroup(tokens: CallTokens, people: readonly AgentPerson[]): Group {
  return {
    title: 'Calls',
    icon: <PhoneCall aria-hidden />,
    options: toOptions(buildListLinks(tokens, people).map((link) => ({ ...link, id: link.to }))),
  };
}

function callSearchPath(search: string): string {
  return `${PATHS.calls}?${new URLSearchParams({ search }).toString()}`;
}

interface ComboboxProps {
  text: string;
  onType: (text: string) => void;
  groups: readonly Group[];
  options: readonly Option[];
  onChoose: (option: Option) => void;
  status: string;
  isBusy: boolean;
}

function Combobox({ text, onType, groups, options, onChoose, status, isBusy }: ComboboxProps): ReactNode {
  const id = useId();
  const [activeId, setActiveId] = useState<string | null>(null);
  const activeOption = options.find((option) => option.id === activeId) ?? options[0];
  const toDomId = (option: Option): string => `${id}-${options.indexOf(option)}`;
  const activeDomId = activeOption && toDomId(activeOption);
  useEffect(() => {
    if (activeDomId !== undefined) document.getElementById(activeDomId)?.scrollIntoView?.({ block: 'nearest' });
  }, [activeDomId]);

  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.nativeEvent.isComposing) return;
    const index = activeOption ? options.indexOf(activeOption) : -1;
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step !== undefined && options.length > 0) {
      event.preventDefault();
      setActiveId(options[(index + step + options.length) % options.length]?.id ?? null);
    }
    if (event.key === 'Enter' && activeOption) {
      event.preventDefault();
      onChoose(activeOption);
    }
  };
  return (
    <>
      <div className="relative">
        <Search
          aria-hidden
          className="pointer-events-none absolute top-1/2 left-3 size-4 -translate-y-1/2 text-fg-subtle"
        />
        <Input
          role="combobox"
          aria-label="Search calls, customers, pages and actions"
          aria-expanded
          aria-autocomplete="list"
          aria-controls={`${id}-list`}
          aria-activedescendant={activeDomId}
          autoComplete="off"
          spellCheck={false}
          enterKeyHint="go"
          placeholder="Names, numbers, words, pages…"
          value={text}
          maxLength={200}
          onChange={(event) => {
            setActiveId(null);
            onType(event.target.value);
          }}
          onKeyDown={onKeyDown}
          style={{ paddingLeft: '2.25rem' }}
        />
      </div>
      <p role="status" className="mt-2 flex min-h-5 items-center gap-2 text-meta text-fg-subtle">
        {isBusy && <Spinner />}
        {status}
      </p>
      <div
        role="listbox"
        id={`${id}-list`}
        aria-label="Results"
        className="-mx-2 mt-1 max-h-[min(28rem,60svh)] overflow-y-auto"
      >
        {groups.map((group) => (
          <div key={group.title} role="group" aria-labelledby={`${id}-${group.title}`}>
            <div
              id={`${id}-${group.title}`}
              role="presentation"
              className="px-2 pt-3 pb-1 text-meta font-semibold text-fg-subtle"
            >
              {group.title}
            </div>
            {group.options.map((option) => (
              // Focus stays in the field, which points to the active option with aria-activedescendant.
              <div
                key={option.id}
                id={toDomId(option)}
                role="option"
                aria-selected={option === activeOption}
                onPointerMove={() => setActiveId(option.id)}
                onClick={() => onChoose(option)}
                className={cx(
                  'flex min-h-10 cursor-pointer items-center gap-3 rounded-control border border-transparent px-2 py-1.5 pointer-coarse:min-h-11 [&>svg]:size-4 [&>svg]:shrink-0 [&>svg]:text-fg-subtle',
                  option === activeOption && 'bg-sunken forced-colors:border-[Highlight]',
                )}
              >
                {group.icon}
                <span className="flex min-w-0 grow truncate">{option.content}</span>
                {option === activeOption && <CornerDownLeft aria-hidden />}
              </div>
            ))}
          </div>
        ))}
      </div>
    </>
  );
}
