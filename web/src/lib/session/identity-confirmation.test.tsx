import { fireEvent, screen, waitFor } from '@testing-library/react';

import { fakeApi, FakeResponse } from '../../testing/fake-api';
import { renderWithProviders } from '../../testing/render-with-providers';
import { browserLocation } from '../browser/browser-location';
import { confirmAndDownload, identityConfirmation } from './identity-confirmation';

const METHOD = 'GET /api/auth/confirm';
const FILE = 'http://localhost/api/calls/export.csv?from=2026-03-01';

describe('a download that needs a recent sign-in', () => {
  const clickLink = (method: unknown): jest.SpyInstance => {
    fakeApi({ [METHOD]: method });
    const download = jest.spyOn(browserLocation, 'download').mockReturnValue();
    renderWithProviders(
      <a href={FILE} download onClick={confirmAndDownload}>
        Export CSV
      </a>,
    );
    expect(fireEvent.click(screen.getByRole('link'))).toBe(false);
    return download;
  };

  it('starts if the user has just confirmed their identity', async () => {
    const download = clickLink({ isConfirmed: true });
    await waitFor(() => expect(download).toHaveBeenCalledWith(FILE));
    expect(identityConfirmation.get()).toBeNull();
  });

  it.each([true, false])('asks first, and starts only if the user confirms: %s', async (isConfirmed) => {
    const download = clickLink({ isConfirmed: false });
    await waitFor(() => expect(identityConfirmation.get()).not.toBeNull());
    expect(download).not.toHaveBeenCalled();
    identityConfirmation.get()?.settle(isConfirmed);
    await waitFor(() => expect(download.mock.calls).toEqual(isConfirmed ? [[FILE]] : []));
  });

  it('starts even if the confirmation status fails to load', async () => {
    const download = clickLink(new FakeResponse(503, ''));
    await waitFor(() => expect(download).toHaveBeenCalledWith(FILE));
  });
});
