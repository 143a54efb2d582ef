import { useQuery } from '@tanstack/react-query';
import {
  CalendarCheck,
  ChartNoAxesColumn,
  ChevronDown,
  ChevronsUpDown,
  CircleUser,
  Contact,
  History,
  Inbox,
  KeyRound,
  LayoutDashboard,
  LogOut,
  PhoneCall,
  PhoneForwarded,
  Settings,
  ShieldCheck,
  Smile,
  Sparkles,
  Users,
  type LucideIcon,
} from 'lucide-react';
import { useId, useState, type ComponentProps, type ReactNode } from 'react';
import { NavLink, useLocation } from 'react-router';

import { includesRole } from '@ringwell/domain/accounts/member-role';

import type { CurrentUser } from '../api/types';
import { subscriptionQuery } from '../lib/billing/api';
import { canSubscribe, subscribeDialog } from '../lib/billing/subscribe-dialog';
import { useStoredFlag } from '../lib/browser/stored-flag';
import { COPY } from '../lib/copy';
import { displayName, formatNumber } from '../lib/format/format';
import { PATHS } from '../lib/paths';
import { useProduct } from '../lib/product';
import { followUpCountsQuery, myAccountsQuery } from '../lib/queries/api';
import { useSignOut, useUser } from '../lib/session/session';
import { Button } from '../ui/buttons/button';
import { IconButton } from '../ui/buttons/icon-button';
import { cx } from '../ui/cx';
import { Avatar } from '../ui/data/avatar';
import { LogoMark, Wordmark } from '../ui/layout/logo';
import { lazyPart, lazyArea } from '../ui/lazy-part';
import { LazyMenu } from '../ui/overlays/lazy-menu';
import { Tooltip } from '../ui/overlays/tooltip';
import { TooltipButton } from '../ui/overlays/tooltip-button';

const ManageSubscription = lazyArea(
  async () => (await import('../features/billing/manage-subscription')).ManageSubscription,
);
const AccountMenu = lazyPart(async () => (await import('./account-menu')).AccountMenu);

const MAX_DISPLAYED_COUNT = 99;

interface Destination {
  to: string;
  label: string;
  Icon: LucideIcon;
}

const ADMIN_DESTINATIONS: readonly Destination[] = [
  { to: PATHS.home, label: COPY.nav.adminDashboard, Icon: LayoutDashboard },
  { to: PATHS.users, label: COPY.nav.users, Icon: Users },
  { to: PATHS.tokens, label: 'API Tokens', Icon: KeyRound },
  { to: PATHS.analytics, label: 'Usage Analytics', Icon: ChartNoAxesColumn },
];

const LOG_DESTINATIONS: readonly Destination[] = [
  { to: PATHS.activity, label: COPY.nav.activity, Icon: History },
  { to: PATHS.securityEvents, label: COPY.nav.securityEvents, Icon: ShieldCheck },
  { to: PATHS.messages, label: COPY.nav.messages, Icon: Inbox },
];

// Demo accounts have only their dashboard with the sandbox, and their team.
function accountDestinations({ role, status, memberRole }: CurrentUser): readonly Destination[] {
  const dashboard =
    role === 'admin'
      ? { to: PATHS.ownDashboard, label: 'Your dashboard', Icon: CircleUser }
      : { to: PATHS.home, label: COPY.nav.dashboard, Icon: LayoutDashboard };
  const team = { to: PATHS.team, label: COPY.nav.team, Icon: Users };
  if (status === 'demo') return [dashboard, team];
  const settings = { to: PATHS.settings, label: COPY.nav.settings, Icon: Settings };
  return [
    dashboard,
    { to: PATHS.followUps, label: COPY.nav.followUps, Icon: PhoneForwarded },
    { to: PATHS.calls, label: COPY.nav.calls, Icon: PhoneCall },
    { to: PATHS.happiness, label: COPY.nav.happiness, Icon: Smile },
    { to: PATHS.bookings, label: COPY.nav.bookings, Icon: CalendarCheck },
    { to: PATHS.customers, label: COPY.nav.customers, Icon: Contact },
    team,
    ...(includesRole(memberRole, 'manager') ? [settings] : []),
  ];
}

/** Everything in the sidebar that this user can open. */
export function listDestinations(user: CurrentUser): readonly Destination[] {
  return [...(user.role === 'admin' ? [...ADMIN_DESTINATIONS, ...LOG_DESTINATIONS] : []), ...accountDestinations(user)];
}

interface SidebarContentProps {
  // Whether labels are visible. The icon rail has none.
  isExpanded: boolean;
  onNavigate?: () => void;
}

// Shown in the sidebar, and on phones in the sheet.
export function SidebarContent(props: SidebarContentProps): ReactNode {
  const { isExpanded } = props;
  const { name } = useProduct();
  const user = useUser();
  return (
    <>
      <div className={cx('flex h-16 shrink-0 items-center', isExpanded ? 'px-4' : 'justify-center')}>
        {isExpanded ? <Wordmark name={name} /> : <LogoMark />}
      </div>
      <nav aria-label="Main" className={cx('grow overflow-y-auto py-2', isExpanded ? 'px-3' : 'px-1')}>
        {user.role === 'admin' ? (
          <>
            <LinkList destinations={ADMIN_DESTINATIONS} {...props} />
            <LinkGroup label={COPY.nav.ownAccount} destinations={accountDestinations(user)} {...props} />
            <LinkGroup label={COPY.nav.records} destinations={LOG_DESTINATIONS} {...props} />
          </>
        ) : (
          <LinkList destinations={accountDestinations(user)} {...props} />
        )}
      </nav>
      <SidebarFooter {...props} />
    </>
  );
}

interface LinkListProps extends SidebarContentProps {
  destinations: readonly Destination[];
  labelledBy?: string;
}

/** Collapsible links. Collapsed by default, except on the pages they link to. */
function LinkGroup({ label, ...listProps }: LinkListProps & { label: string }): ReactNode {
  const { pathname } = useLocation();
  const [isOpen, setIsOpen] = useStoredFlag(`sidebar-group-${label}`);
  const [collapsedPath, setCollapsedPath] = useState<string>();
  const headingId = useId();
  const hasCurrentPage = listProps.destinations.some(({ to }) => pathname === to || pathname.startsWith(`${to}/`));
  const isShown = isOpen || (hasCurrentPage && collapsedPath !== pathname);
  const toggle = (): void => {
    setIsOpen(!isShown);
    setCollapsedPath(isShown ? pathname : undefined);
  };
  return (
    <div className="mt-3 border-t pt-3">
      <Tooltip text={label} side="right" disabled={listProps.isExpanded}>
        <button
          type="button"
          aria-expanded={isShown}
          onClick={toggle}
          className={cx(
            'flex h-9 w-full items-center gap-2 rounded-control text-meta text-fg-muted transition-colors hover:bg-surface hover:text-fg pointer-coarse:h-11',
            listProps.isExpanded ? 'justify-between px-3' : 'justify-center',
          )}
        >
          <span id={headingId} className={listProps.isExpanded ? undefined : 'sr-only'}>
            {label}
          </span>
          <ChevronDown aria-hidden className={cx('size-4 shrink-0 transition-transform', isShown && 'rotate-180')} />
        </button>
      </Tooltip>
      {isShown && <LinkList labelledBy={headingId} {...listProps} />}
    </div>
  );
}

function LinkList({ destinations, labelledBy, isExpanded, onNavigate }: LinkListProps): ReactNode {
  return (
    <ul aria-labelledby={labelledBy} className="grid gap-1">
      {destinations.map(({ to, label, Icon }) => (
        <li key={to}>
          <Tooltip text={label} side="right" disabled={isExpanded}>
            <NavLink
              to={to}
              end={to === PATHS.home}
              onClick={onNavigate}
              className={cx(
                'relative flex h-10 items-center gap-3 rounded-control border border-transparent font-medium text-fg-muted transition-colors hover:bg-surface hover:text-fg pointer-coarse:h-11',
                'before:absolute before:inset-y-2 before:left-0 before:w-0.5 before:rounded-full aria-[current=page]:border-border aria-[current=page]:bg-surface aria-[current=page]:text-fg aria-[current=page]:before:bg-primary',
                'forced-colors:aria-[current=page]:bg-[Highlight] forced-colors:aria-[current=page]:text-[HighlightText] forced-colors:aria-[current=page]:forced-color-adjust-none',
                isExpanded ? 'px-3' : 'justify-center',
              )}
            >
              <Icon aria-hidden className="size-4.5 shrink-0" />
              <span className={isExpanded ? 'truncate' : 'sr-only'}>{label}</span>
              {to === PATHS.followUps && <FollowUpCount isExpanded={isExpanded} />}
            </NavLink>
          </Tooltip>
        </li>
      ))}
    </ul>
  );
}

/**
 * Number of customers to call, as under Today on the dashboard. Shown on the icon's corner if there's no room next to
 * it.
 */
export function FollowUpCount({ isExpanded }: SidebarContentProps): ReactNode {
  const { data } = useQuery(followUpCountsQuery(useUser().accountId, { section: 'today' }));
  if (!data?.waiting) return null;
  const { waiting, overdue } = data;
  return (
    <span
      className={cx(
        'rounded-full border border-transparent px-1.5 text-meta font-semibold',
        overdue > 0 ? 'bg-negative-soft text-on-negative-soft' : 'bg-neutral-soft text-on-neutral-soft',
        isExpanded ? 'ml-auto' : 'absolute -top-1 right-0',
      )}
    >
      <span className="sr-only">
        , {formatNumber(waiting)} to call{overdue > 0 && `, ${formatNumber(overdue)} overdue`}
      </span>
      <span aria-hidden>{waiting > MAX_DISPLAYED_COUNT ? `${MAX_DISPLAYED_COUNT}+` : waiting}</span>
    </span>
  );
}

function SidebarFooter({ isExpanded, onNavigate }: SidebarContentProps): ReactNode {
  const user = useUser();
  const signOut = useSignOut();
  const openPlans = (): void => {
    onNavigate?.();
    subscribeDialog.set(true);
  };
  const { data: subscription } = useQuery({
    ...subscriptionQuery(user.accountId),
    enabled: user.role !== 'admin' && user.memberRole === 'owner',
  });
  const manageSubscription = user.memberRole === 'owner' && subscription?.canManage && (
    <ManageSubscription isExpanded={isExpanded} status={subscription.status} />
  );
  return (
    <div className={cx('shrink-0', isExpanded ? 'p-3' : 'grid justify-items-center gap-2 px-1 py-3')}>
      {isExpanded ? (
        <div className="rounded-menu border bg-surface p-3">
          <div className="flex items-center gap-1">
            <Account isExpanded onNavigate={onNavigate} />
            <IconButton label="Log out" className="-mr-1.5" onClick={signOut}>
              <LogOut aria-hidden />
            </IconButton>
          </div>
          {canSubscribe(user) && (
            <Button variant="accent" className="mt-3 w-full" onClick={openPlans}>
              {COPY.landing.subscribe}
            </Button>
          )}
          {manageSubscription}
        </div>
      ) : (
        <>
          <Account isExpanded={false} />
          {canSubscribe(user) && (
            <TooltipButton label={COPY.landing.subscribe} side="right" onClick={openPlans}>
              <Sparkles aria-hidden />
            </TooltipButton>
          )}
          {manageSubscription}
          <TooltipButton label="Log out" side="right" onClick={signOut}>
            <LogOut aria-hidden />
          </TooltipButton>
        </>
      )}
    </div>
  );
}

function Account({ isExpanded, onNavigate }: SidebarContentProps): ReactNode {
  return (
    <LazyMenu trigger={<AccountButton isExpanded={isExpanded} />}>
      {(trigger) => <AccountMenu trigger={trigger} onLeave={onNavigate} />}
    </LazyMenu>
  );
}

function AccountButton({ isExpanded, ...buttonProps }: ComponentProps<'button'> & { isExpanded: boolean }): ReactNode {
  const user = useUser();
  const { data: accounts = [] } = useQuery(myAccountsQuery(user.id));
  return (
    <button
      type="button"
      {...buttonProps}
      className={cx(
        'flex min-w-0 items-center rounded-control text-left transition-colors hover:bg-sunken',
        isExpanded ? '-m-1.5 grow gap-2.5 p-1.5' : 'p-0.5',
      )}
    >
      <Avatar {...user} />
      <span className={isExpanded ? 'min-w-0 grow' : 'sr-only'}>
        <span className="block truncate font-semibold">{displayName(user)}</span>
        {accounts.length > 1 && <span className="block truncate text-meta text-fg-muted">{user.accountName}</span>}
        <span className="block truncate text-meta text-fg-muted">
          <span>{COPY.roles[user.role]}</span> · {COPY.memberRoles[user.memberRole]}
        </span>
        <span className="sr-only">Preferences</span>
      </span>
      {isExpanded && <ChevronsUpDown aria-hidden className="size-4 shrink-0 text-fg-subtle" />}
    </button>
  );
}
