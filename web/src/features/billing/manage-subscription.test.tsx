import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';

import type { CurrentUser } from '../../api/types';
import { SidebarContent } from '../../app/sidebar';
import { subscribeDialog } from '../../lib/billing/subscribe-dialog';
import { browserLocation } from '../../lib/browser/browser-location';
import { fakeApi, type FakeApi, FakeResponse } from '../../testing/fake-api';
import { renderWithProviders } from '../../testing/render-with-providers';
import { responsesFor, TEST_USERS } from '../../testing/test-users';

const ACTIVE_SUBSCRIPTION = {
  status: 'active',
  plan: 'base',
  addOns: [],
  currentPeriodEnd: '2026-12-20T09:30:00.000Z',
  canManage: true,
};
const MANAGE_BUTTON = { name: 'Manage subscription' };

interface Options {
  user?: CurrentUser;
  isExpanded?: boolean;
  portal?: unknown;
}

function renderCard(
  subscription: unknown,
  { user = TEST_USERS.user, isExpanded = true, portal }: Options = {},
): FakeApi {
  const api = fakeApi({
    ...responsesFor(user),
    'GET /api/billing/subscription': subscription,
    'POST /api/billing/portal': portal,
  });
  renderWithProviders(<SidebarContent isExpanded={isExpanded} />, { user });
  return api;
}

describe('ManageSubscription', () => {
  it.each([true, false])(
    'opens the billing portal for a subscriber with the sidebar expanded: %s',
    async (isExpanded) => {
      const assign = jest.spyOn(browserLocation, 'assign').mockImplementation(() => undefined);
      renderCard(ACTIVE_SUBSCRIPTION, { isExpanded, portal: { url: 'https://pay.example/portal' } });
      await userEvent.click(await screen.findByRole('button', MANAGE_BUTTON));
      await waitFor(() => expect(assign).toHaveBeenCalledWith('https://pay.example/portal'));
      expect(screen.queryByText('Your payment failed', { exact: false })).not.toBeInTheDocument();
    },
  );

  it.each<[string, CurrentUser, string]>([
    ['past_due', TEST_USERS.user, 'Your payment failed. Update your card to keep your account.'],
    ['unpaid', TEST_USERS.demo, 'Your subscription is unpaid.'],
  ])('shows a payment notice when the subscription is %s', async (status, user, notice) => {
    renderCard({ ...ACTIVE_SUBSCRIPTION, status }, { user });
    expect(await screen.findByText(notice, { exact: false })).toBeVisible();
    expect(screen.getByRole('button', MANAGE_BUTTON)).toBeVisible();
  });

  it.each([
    ['there is nothing to manage', { ...ACTIVE_SUBSCRIPTION, status: null, plan: null, canManage: false }],
    ['the subscription cannot be loaded', new FakeResponse(503)],
  ])('is hidden when %s', async (_case, subscription) => {
    const api = renderCard(subscription);
    await waitFor(() => expect(api.requests()).toContain('GET /api/billing/subscription'));
    expect(screen.queryByRole('button', MANAGE_BUTTON)).not.toBeInTheDocument();
  });

  it('does not request the subscription for administrators', async () => {
    const api = renderCard(ACTIVE_SUBSCRIPTION, { user: TEST_USERS.admin });
    expect(await screen.findByRole('button', { name: 'Log out' })).toBeVisible();
    expect(api.requests()).not.toContain('GET /api/billing/subscription');
  });

  it('offers the plans to a former subscriber whose customer was deleted in Stripe', async () => {
    const message = 'There is no subscription to manage. Choose a plan first.';
    renderCard(
      { ...ACTIVE_SUBSCRIPTION, status: 'canceled', plan: null },
      {
        portal: new FakeResponse(409, { statusCode: 409, code: 'NEVER_SUBSCRIBED', message }),
      },
    );
    await userEvent.click(await screen.findByRole('button', MANAGE_BUTTON));
    expect((await screen.findAllByText(message))[0]).toBeVisible();
    expect(subscribeDialog.get()).toBe(true);
    subscribeDialog.set(false);
  });

  it('shows an error when the portal cannot be opened', async () => {
    renderCard(ACTIVE_SUBSCRIPTION, {
      portal: new FakeResponse(502, {
        statusCode: 502,
        code: 'BILLING_BUSY',
        message: 'The payment provider is busy.',
      }),
    });
    await userEvent.click(await screen.findByRole('button', MANAGE_BUTTON));
    expect((await screen.findAllByText('The payment provider is busy.'))[0]).toBeVisible();
    expect(screen.getByRole('button', MANAGE_BUTTON)).toBeEnabled();
    expect(subscribeDialog.get()).toBe(false);
  });
});
