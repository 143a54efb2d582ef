import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { Link } from 'react-router';

import { FOLLOW_UP_KIND_NAMES, FOLLOW_UP_KINDS } from '@ringwell/domain/follow-up';

import { followUpCountsQuery } from '../../../lib/follow-up-counts-query';
import { displayName, formatNumber } from '../../../lib/format';
import { membersQuery } from '../../../lib/members-query';
import { useUser } from '../../../lib/session';
import { Checkbox } from '../../../ui/forms/checkbox';
import { Select } from '../../../ui/forms/input';
import { SHOWN, toSearchParams, type FollowUpFilters, type Shown } from '../follow-up-filters';
import { FOLLOW_UPS_COPY } from '../follow-ups-copy';

interface FilterBarProps {
  filters: FollowUpFilters;
  onChange: (changed: Partial<FollowUpFilters>) => void;
}

export function FilterBar({ filters, onChange }: FilterBarProps): ReactNode {
  const { id: userId, accountId } = useUser();
  const { data: members = [] } = useQuery(membersQuery(accountId));
  const others = members.filter((member) => member.userId !== userId);
  const isKnown =
    ['', 'me', 'none'].includes(filters.assignee) || others.some((each) => each.userId === filters.assignee);
  return (
    <div className="grid gap-3 print:hidden">
      <ShownLinks filters={filters} />
      <div role="group" aria-label="Filters" className="grid grid-cols-2 items-center gap-3 md:flex md:flex-wrap">
        <Select
          aria-label="Reason"
          value={filters.kind}
          onChange={({ target }) => onChange({ kind: FOLLOW_UP_KINDS.find((each) => each === target.value) ?? '' })}
        >
          <option value="">All reasons</option>
          {FOLLOW_UP_KINDS.map((kind) => (
            <option key={kind} value={kind}>
              {FOLLOW_UP_KIND_NAMES[kind]}
            </option>
          ))}
        </Select>
        <Select
          aria-label="Assignee"
          value={filters.assignee}
          onChange={({ target }) => onChange({ assignee: target.value })}
        >
          <option value="">Everyone</option>
          <option value="me">Mine</option>
          <option value="none">Not taken yet</option>
          {others.map((member) => (
            <option key={member.userId} value={member.userId}>
              {displayName(member)}
            </option>
          ))}
          {!isKnown && <option value={filters.assignee}>Former member</option>}
        </Select>
        {filters.show === 'waiting' && (
          <Checkbox
            label="Overdue only"
            checked={filters.overdue}
            onCheckedChange={(overdue) => onChange({ overdue })}
            className="max-md:col-span-2"
          />
        )}
      </div>
    </div>
  );
}

function ShownLinks({ filters }: { filters: FollowUpFilters }): ReactNode {
  const { accountId } = useUser();
  const { data: counts } = useQuery(followUpCountsQuery(accountId));
  const countOf = (show: Shown): number | undefined => (show === 'closed' ? undefined : counts?.[show]);
  return (
    <nav aria-label="Lists" className="-mx-1 flex flex-wrap gap-x-3 border-b">
      {SHOWN.map((show) => {
        const count = countOf(show);
        const search = toSearchParams({ ...filters, show, overdue: show === 'waiting' && filters.overdue }).toString();
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
