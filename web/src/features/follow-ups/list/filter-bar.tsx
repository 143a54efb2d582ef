import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { Link } from 'react-router';

import { FOLLOW_UP_KIND_NAMES, FOLLOW_UP_KINDS, FOLLOW_UP_SECTIONS } from '@ringwell/domain/follow-ups/follow-up';

import { useIsMobile } from '../../../lib/browser/use-media-query';
import { displayName, formatNumber } from '../../../lib/format/format';
import { followUpCountsQuery, membersQuery } from '../../../lib/queries/api';
import { useUser } from '../../../lib/session/session';
import { Checkbox } from '../../../ui/forms/checkbox';
import { Options, Select } from '../../../ui/forms/input';
import { MoreFilters } from '../../../ui/forms/more-filters';
import { LIST_NAMES, toCountFilters, toSearchParams, type FollowUpFilters, type ListName } from '../follow-up-filters';
import { FOLLOW_UPS_COPY } from '../follow-ups-copy';

interface FilterBarProps {
  filters: FollowUpFilters;
  onChange: (changes: Partial<FollowUpFilters>) => void;
}

export function FilterBar({ filters, onChange }: FilterBarProps): ReactNode {
  const { id: userId, accountId } = useUser();
  const { data: members = [] } = useQuery(membersQuery(accountId));
  const colleagues = members.filter((member) => member.userId !== userId);
  const isKnownAssignee =
    ['', 'me', 'none'].includes(filters.assignee) || colleagues.some((item) => item.userId === filters.assignee);
  const isMobile = useIsMobile();
  const filterFields = (
    <>
      {filters.show === 'waiting' && (
        <Select
          aria-label="When"
          value={filters.section}
          onChange={({ target }) =>
            onChange({ section: FOLLOW_UP_SECTIONS.find((item) => item === target.value) ?? '' })
          }
        >
          <option value="">All days</option>
          <Options of={FOLLOW_UP_SECTIONS.map((section) => [section, FOLLOW_UPS_COPY.sections[section]])} />
        </Select>
      )}
      <Select
        aria-label="Reason"
        value={filters.kind}
        onChange={({ target }) => onChange({ kind: FOLLOW_UP_KINDS.find((item) => item === target.value) ?? '' })}
      >
        <option value="">All reasons</option>
        <Options of={FOLLOW_UP_KINDS.map((kind) => [kind, FOLLOW_UP_KIND_NAMES[kind]])} />
      </Select>
      <Select
        aria-label="Assignee"
        value={filters.assignee}
        onChange={({ target }) => onChange({ assignee: target.value })}
      >
        <option value="">Everyone</option>
        <option value="me">Mine</option>
        <option value="none">Not taken yet</option>
        <Options of={colleagues.map((member) => [member.userId, displayName(member)])} />
        {!isKnownAssignee && <option value={filters.assignee}>Former member</option>}
      </Select>
      {filters.show === 'waiting' && (
        <Checkbox label="Overdue only" checked={filters.overdue} onCheckedChange={(overdue) => onChange({ overdue })} />
      )}
    </>
  );
  return (
    <div className="flex flex-wrap items-end justify-between gap-x-2 gap-y-2 border-b md:gap-x-6 print:hidden">
      <ListLinks filters={filters} />
      <div role="group" aria-label="Filters" className="flex flex-wrap items-center gap-3 pb-2">
        {isMobile ? (
          <MoreFilters
            count={[filters.section, filters.kind, filters.assignee, filters.overdue].filter(Boolean).length}
          >
            {filterFields}
          </MoreFilters>
        ) : (
          filterFields
        )}
      </div>
    </div>
  );
}

function ListLinks({ filters }: { filters: FollowUpFilters }): ReactNode {
  const { accountId } = useUser();
  const { data: counts } = useQuery(followUpCountsQuery(accountId, toCountFilters(filters)));
  const getCount = (show: ListName): number | undefined =>
    show === 'closed' ? undefined : counts?.[show === 'waiting' && filters.overdue ? 'overdue' : show];
  return (
    <nav aria-label="Lists" className="-mx-1 flex flex-wrap gap-x-2 md:gap-x-3">
      {LIST_NAMES.map((show) => {
        const count = getCount(show);
        const search = toSearchParams({ ...filters, show }).toString();
        return (
          <Link
            key={show}
            to={{ search }}
            replace
            aria-current={filters.show === show ? 'true' : undefined}
            className="-mb-px inline-flex h-10 items-center gap-1.5 rounded-t-chip border-b-2 border-transparent px-1 font-semibold text-fg-muted -outline-offset-2 transition-colors hover:text-fg aria-[current]:border-primary aria-[current]:text-fg forced-colors:border-[Canvas] forced-colors:aria-[current]:border-[Highlight] pointer-coarse:h-11"
          >
            {FOLLOW_UPS_COPY.shown[show]}
            {count !== undefined && <span className="text-meta font-normal">{formatNumber(count)}</span>}
          </Link>
        );
      })}
    </nav>
  );
}
