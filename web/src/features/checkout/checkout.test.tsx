import { act, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';

import { ADD_ON_NAMES } from '@ringwell/domain/billing/plans';

import { browserLocation } from '../../lib/browser/browser-location';
import { userQuery } from '../../lib/session/session';
import { fakeApi, FakeResponse } from '../../testing/fake-api';
import { renderWithProviders } from '../../testing/render-with-providers';
import { TEST_USERS } from '../../testing/test-users';
import { CHECKOUT_COPY } from './checkout-copy';
import { CheckoutSuccessPage } from './checkout-success-page';
import { SubscribeDialog } from './subscribe-dialog';

const CONFIG = 'GET /api/public/config';
const clickSubscribe = (): Promise<void> => userEvent.click(screen.getByRole('button', { name: 'Subscribe' }));

describe('SubscribeDialog', () => {
  it('redirects to the payment page, and cannot be closed until then', async () => {
    const assign = jest.spyOn(browserLocation, 'assign').mockReturnValue(undefined);
    const onClose = jest.fn();
    const api = fakeApi({ [CONFIG]: { billingEnabled: true } });
    const respond = api.hold('POST /api/checkout');
    renderWithProviders(<SubscribeDialog onClose={onClose} />);
    expect(screen.getByRole('radio', { name: /Base.*\$99/ })).toBeChecked();
    await clickSubscribe();
    expect(await screen.findByRole('button', { name: CHECKOUT_COPY.processing })).toHaveAttribute(
      'aria-disabled',
      'true',
    );
    await userEvent.keyboard('{Escape}');
    expect(onClose).not.toHaveBeenCalled();
    respond({ url: 'https://pay.example/1' });
    await waitFor(() => expect(assign).toHaveBeenCalledWith('https://pay.example/1'));
    expect(await api.bodies('POST /api/checkout')).toEqual([{ plan: 'base', addOns: [] }]);
  });

  it('sends the selected chat apps with the team plan and requires at least one', async () => {
    jest.spyOn(browserLocation, 'assign').mockReturnValue(undefined);
    const api = fakeApi({ [CONFIG]: { billingEnabled: true }, 'POST /api/checkout': { url: 'https://pay.example/1' } });
    renderWithProviders(<SubscribeDialog onClose={() => undefined} />);
    await userEvent.click(screen.getByRole('radio', { name: /Team.*\$129/ }));
    for (const name of Object.values(ADD_ON_NAMES)) await userEvent.click(screen.getByRole('checkbox', { name }));
    expect(screen.getByRole('button', { name: 'Subscribe' })).toBeDisabled();
    await userEvent.click(screen.getByRole('checkbox', { name: 'Google Chat' }));
    await clickSubscribe();
    await api.expectBodies('POST /api/checkout', [{ plan: 'team', addOns: ['googleChat'] }]);
  });

  it('stays open and shows an error when checkout fails to open', async () => {
    fakeApi({ [CONFIG]: { billingEnabled: true }, 'POST /api/checkout': new FakeResponse(500) });
    renderWithProviders(<SubscribeDialog onClose={() => undefined} />);
    await clickSubscribe();
    expect(await screen.findByRole('alert')).toHaveTextContent("Couldn't open checkout.");
    expect(screen.getByRole('button', { name: 'Subscribe' })).toBeEnabled();
  });
});

describe('CheckoutSuccessPage', () => {
  it('polls the account until it is active, even when the first request fails', async () => {
    jest.useFakeTimers();
    const GET_USER = 'GET /api/auth/user';
    const api = fakeApi({ [GET_USER]: new FakeResponse(503) });
    const client = renderWithProviders(<CheckoutSuccessPage />);
    const advanceTime = (ms: number): Promise<void> => act(() => jest.advanceTimersByTimeAsync(ms));
    await advanceTime(1);
    api.set(GET_USER, TEST_USERS.demo);
    await advanceTime(2_000);
    api.set(GET_USER, TEST_USERS.user);
    await advanceTime(2_000);
    expect(client.getQueryData(userQuery.queryKey)).toMatchObject({ status: 'active' });
    await advanceTime(10_000);
    expect(api.requests()).toEqual([GET_USER, GET_USER, GET_USER]);
  });
});
