import { act, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';

import { browserLocation } from '../../lib/browser-location';
import { userQuery } from '../../lib/session';
import { fakeApi, FakeResponse } from '../../testing/fake-api';
import { renderWithProviders } from '../../testing/render-with-providers';
import { TEST_USERS } from '../../testing/test-users';
import { CHECKOUT_COPY } from './checkout-copy';
import { CheckoutSuccessPage } from './checkout-success-page';
import { SubscribeDialog } from './subscribe-dialog';

const subscribe = (): Promise<void> => userEvent.click(screen.getByRole('button', { name: 'Subscribe' }));

describe("'Choose Your Plan'", () => {
  it('goes to the payment page, and cannot be closed meanwhile', async () => {
    const assign = jest.spyOn(browserLocation, 'assign').mockReturnValue(undefined);
    const onClose = jest.fn();
    let answer: (value: unknown) => void = () => undefined;
    const api = fakeApi({
      'POST /api/checkout': () =>
        new Promise((resolve) => {
          answer = resolve;
        }),
    });
    renderWithProviders(<SubscribeDialog onClose={onClose} />);
    expect(screen.getByRole('radio', { name: /Base.*\$99/ })).toBeChecked();
    await subscribe();
    expect(await screen.findByRole('button', { name: CHECKOUT_COPY.processing })).toBeDisabled();
    await userEvent.keyboard('{Escape}');
    expect(onClose).not.toHaveBeenCalled();
    answer({ url: 'https://pay.example/1' });
    await waitFor(() => expect(assign).toHaveBeenCalledWith('https://pay.example/1'));
    expect(await api.bodies('POST /api/checkout')).toEqual([{ plan: 'base', addOns: [] }]);
  });

  it('sends the chosen chats with the team plan, and wants at least one', async () => {
    jest.spyOn(browserLocation, 'assign').mockReturnValue(undefined);
    const api = fakeApi({ 'POST /api/checkout': { url: 'https://pay.example/1' } });
    renderWithProviders(<SubscribeDialog onClose={() => undefined} />);
    await userEvent.click(screen.getByRole('radio', { name: /Team.*\$129/ }));
    for (const name of ['Slack', 'Microsoft Teams', 'Google Chat'])
      await userEvent.click(screen.getByRole('checkbox', { name }));
    expect(screen.getByRole('button', { name: 'Subscribe' })).toBeDisabled();
    await userEvent.click(screen.getByRole('checkbox', { name: 'Google Chat' }));
    await subscribe();
    await waitFor(async () =>
      expect(await api.bodies('POST /api/checkout')).toEqual([{ plan: 'team', addOns: ['googleChat'] }]),
    );
  });

  it('stays open when the checkout cannot be opened', async () => {
    fakeApi({ 'POST /api/checkout': new FakeResponse(500) });
    renderWithProviders(<SubscribeDialog onClose={() => undefined} />);
    await subscribe();
    expect(await screen.findByRole('alert')).toHaveTextContent("Couldn't open checkout.");
    expect(screen.getByRole('button', { name: 'Subscribe' })).toBeEnabled();
  });
});

describe('the page after a payment', () => {
  it('looks whether the account is active, also when the first request failed, until it is', async () => {
    jest.useFakeTimers();
    const USER = 'GET /api/auth/user';
    const api = fakeApi({ [USER]: new FakeResponse(503) });
    const client = renderWithProviders(<CheckoutSuccessPage />);
    const pass = (ms: number): Promise<void> => act(() => jest.advanceTimersByTimeAsync(ms));
    await pass(1);
    api.set(USER, TEST_USERS.demo);
    await pass(2_000);
    api.set(USER, TEST_USERS.user);
    await pass(2_000);
    expect(client.getQueryData(userQuery.queryKey)).toMatchObject({ status: 'active' });
    await pass(10_000);
    expect(api.requests()).toEqual([USER, USER, USER]);
  });
});
