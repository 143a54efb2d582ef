import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';

import { findAccessibilityProblems } from '../../../testing/accessibility';
import { fullCall } from '../../../testing/calls';
import { FakeResponse } from '../../../testing/fake-api';
import { followUp, followUpDetails, followUpPage } from '../../../testing/follow-ups';
import { renderCall } from '../../../testing/render-call';
import { CHANGE_FOLLOW_UP, LIST_FOLLOW_UPS } from '../../../testing/render-follow-ups';
import { TEST_USERS } from '../../../testing/test-users';

const findCard = (): Promise<HTMLElement> => screen.findByRole('region', { name: 'Follow-up' });

describe("a call's follow-up", () => {
  it('shows when it is due and who took it, and can be taken and closed', async () => {
    const api = await renderCall(fullCall(), {
      [LIST_FOLLOW_UPS]: followUpPage(followUp()),
      [CHANGE_FOLLOW_UP]: followUpDetails({ version: 2 }),
    });
    const region = within(await findCard());
    expect(api.queries(LIST_FOLLOW_UPS)).toEqual(['?callId=c1']);
    expect(region.getByRole('link', { name: 'Follow-up: Unhappy customer' })).toHaveAttribute('href', '/follow-ups/f1');
    expect(region.getByText('Due in 2 h')).toBeVisible();
    expect(region.getByText('Not taken yet')).toBeVisible();
    expect(await findAccessibilityProblems()).toEqual([]);
    await userEvent.click(region.getByRole('button', { name: /^Take/ }));
    await api.expectBodies(CHANGE_FOLLOW_UP, [{ action: 'take', version: 1 }]);
    await userEvent.click(region.getByRole('button', { name: /^Done/ }));
    expect(await screen.findByRole('dialog', { name: 'How did it go?' })).toBeVisible();
  });

  it('asks whether the office made a promise, which takes one tap to answer', async () => {
    const promise = { text: "I'll email you the estimate tonight", startMs: 2_000, isConfirmed: null };
    const confirmedFields = { promise: { ...promise, isConfirmed: true }, version: 2 };
    let currentFollowUp = followUp({ promise });
    const api = await renderCall(fullCall(), {
      [LIST_FOLLOW_UPS]: () => followUpPage(currentFollowUp),
      [CHANGE_FOLLOW_UP]: () => {
        currentFollowUp = followUp(confirmedFields);
        return followUpDetails(confirmedFields);
      },
    });
    const region = within(await findCard());
    expect(region.getByText(/The office said: “I'll email you the estimate tonight”/)).toBeVisible();
    await userEvent.click(region.getByRole('button', { name: 'Yes, it was' }));
    await api.expectBodies(CHANGE_FOLLOW_UP, [{ action: 'confirm_promise', version: 1 }]);
    expect(region.queryByText('Was that a promise?')).not.toBeInTheDocument();
    expect(region.getByText(/Promised “I'll email you the estimate tonight”/)).toBeVisible();
    expect(await findCard()).toContainElement(document.activeElement as HTMLElement);
  });

  it('restores the follow-up if two changes to it are rejected', async () => {
    const promise = { text: 'I can look into it', startMs: 2_000, isConfirmed: null };
    const api = await renderCall(fullCall(), {
      [LIST_FOLLOW_UPS]: followUpPage(followUp({ promise })),
      [CHANGE_FOLLOW_UP]: new FakeResponse(503),
    });
    const region = within(await findCard());
    api.set(LIST_FOLLOW_UPS, new FakeResponse(503));
    fireEvent.click(region.getByRole('button', { name: /^Take/ }));
    fireEvent.click(region.getByRole('button', { name: 'Yes, it was' }));
    await waitFor(() => expect(api.count(CHANGE_FOLLOW_UP)).toBe(2));
    expect(await region.findByText('Was that a promise?')).toBeVisible();
    expect(await region.findByRole('button', { name: /^Take/ })).toBeVisible();
  });

  it('omits a denied promise', async () => {
    const promise = { text: 'I can look into it', startMs: 2_000, isConfirmed: false };
    await renderCall(fullCall(), { [LIST_FOLLOW_UPS]: followUpPage(followUp({ promise })) });
    expect(within(await findCard()).queryByText(/look into it/)).not.toBeInTheDocument();
  });

  it('shows how a closed follow-up ended, without buttons', async () => {
    await renderCall(fullCall(), {
      [LIST_FOLLOW_UPS]: followUpPage(
        followUp({ state: 'done', outcome: 'recovered', closedAt: new Date().toISOString() }),
      ),
    });
    const region = within(await findCard());
    expect(region.getByText('Recovered')).toBeVisible();
    expect(region.queryByRole('button')).not.toBeInTheDocument();
  });

  it('has no buttons for viewers', async () => {
    await renderCall(
      fullCall(),
      { [LIST_FOLLOW_UPS]: followUpPage(followUp()) },
      { ...TEST_USERS.user, memberRole: 'viewer' },
    );
    expect(within(await findCard()).queryByRole('button')).not.toBeInTheDocument();
  });
});
