import { fireEvent, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';

import type { CallImport } from '../../../api/types';
import { connectedState, connections } from '../../../testing/connections';
import { type FakeApi, FakeResponse } from '../../../testing/fake-api';
import { expandConnection, openConnections } from '../../../testing/open-settings';

const COUNT_CALLS = 'POST /api/my/call-import';
const START_IMPORT = 'POST /api/my/call-import/start';
const STOP_IMPORT = 'DELETE /api/my/call-import';

const COUNTED_IMPORT: CallImport = {
  since: '2026-03-01T00:00:00.000Z',
  state: 'counted',
  calls: 412,
  minutes: 1_980,
  maxPriceCents: 7_722,
  fetched: 0,
  open: 0,
};

async function openEarlierCalls(
  callImport: CallImport | null,
  responses: Record<string, unknown> = {},
  connection = connectedState(),
): Promise<FakeApi> {
  const { api } = await openConnections(connections({ servicetitan: connection }), {
    responses: { 'GET /api/my/call-import': { import: callImport }, ...responses },
  });
  await expandConnection('ServiceTitan');
  return api;
}

describe('EarlierCalls', () => {
  it('counts the calls since a date, and shows the price before fetching them', async () => {
    const api = await openEarlierCalls(null, {
      [COUNT_CALLS]: { import: COUNTED_IMPORT },
      [START_IMPORT]: { import: COUNTED_IMPORT },
    });
    const sinceField = await screen.findByLabelText('Fetch earlier calls since');
    const day = sinceField.getAttribute('min') ?? '';
    fireEvent.change(sinceField, { target: { value: day } });
    api.set('GET /api/my/call-import', { import: COUNTED_IMPORT });
    await userEvent.click(screen.getByRole('button', { name: 'Count them' }));
    expect(
      await screen.findByText(/^412 calls, 1,980 minutes, at most \$77\.22 for extra minutes/),
    ).toBeInTheDocument();
    expect(screen.getByRole('button', { name: 'Fetch 412 calls' })).toHaveFocus();
    expect(await api.bodies(COUNT_CALLS)).toEqual([{ since: day }]);
    expect(api.requests()).not.toContain(START_IMPORT);
    api.set('GET /api/my/call-import', { import: { ...COUNTED_IMPORT, state: 'fetching', fetched: 103, open: 0 } });
    await userEvent.click(screen.getByRole('button', { name: 'Fetch 412 calls' }));
    expect(await screen.findByText('103 of 412 earlier calls done. New calls come first.')).toBeInTheDocument();
    expect(screen.getByRole('progressbar')).toHaveAttribute('aria-valuenow', '25');
  });

  it("offers the last 60 days in the account's time zone", async () => {
    jest.spyOn(Date, 'now').mockReturnValue(Date.parse('2026-04-01T02:00:00.000Z')); // still March 31 in New York
    await openEarlierCalls(null);
    const sinceField = await screen.findByLabelText('Fetch earlier calls since');
    expect(sinceField).toHaveAttribute('max', '2026-03-31');
    expect(sinceField).toHaveAttribute('min', '2026-01-30');
  });

  it('can be stopped but not started while ServiceTitan is unavailable', async () => {
    const unavailable = { code: 'SERVICETITAN_UNAVAILABLE', message: 'Contact support.' } as const;
    const api = await openEarlierCalls(
      COUNTED_IMPORT,
      { [STOP_IMPORT]: new FakeResponse(204) },
      { ...connectedState(), unavailable },
    );
    const stopButton = await screen.findByRole('button', { name: 'Not now' });
    expect(screen.queryByRole('button', { name: 'Fetch 412 calls' })).not.toBeInTheDocument();
    api.set('GET /api/my/call-import', { import: null });
    await userEvent.click(stopButton);
    await waitFor(() => expect(stopButton).not.toBeInTheDocument());
    expect(screen.queryByLabelText('Fetch earlier calls since')).not.toBeInTheDocument();
  });

  it('stops fetching on request', async () => {
    const api = await openEarlierCalls(
      { ...COUNTED_IMPORT, state: 'fetched', fetched: 412, open: 40 },
      { [STOP_IMPORT]: new FakeResponse(204) },
    );
    const stopButton = await screen.findByRole('button', { name: 'Stop' });
    api.set('GET /api/my/call-import', { import: null });
    await userEvent.click(stopButton);
    expect(await screen.findByLabelText('Fetch earlier calls since')).toBeInTheDocument();
    expect(screen.queryByText("Couldn't update the import. Please try again.")).not.toBeInTheDocument();
  });

  it('says when there is nothing to fetch', async () => {
    await openEarlierCalls({ ...COUNTED_IMPORT, calls: 0, minutes: 0, maxPriceCents: null });
    expect(await screen.findByText('There are no earlier calls to fetch.')).toBeInTheDocument();
    expect(screen.queryByRole('button', { name: /^Fetch/ })).not.toBeInTheDocument();
  });
});
