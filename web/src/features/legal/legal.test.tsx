import { screen, within } from '@testing-library/react';
import type { ReactNode } from 'react';

import { fakeApi } from '../../testing/fake-api';
import { renderWithProviders, TEST_PRODUCT } from '../../testing/render-with-providers';
import { PrivacyPage, TermsPage } from './legal-pages';
import { RecordingConsentPage } from './recording-consent-page';

function renderPage(page: ReactNode, legal: Partial<typeof TEST_PRODUCT.legal> = {}): HTMLElement {
  fakeApi({});
  renderWithProviders(page, { product: { ...TEST_PRODUCT, legal: { ...TEST_PRODUCT.legal, ...legal } } });
  return screen.getByRole('main');
}

describe('Privacy Policy', () => {
  it("contains the operator's settings and says that a lawyer must review it", () => {
    const page = renderPage(<PrivacyPage />, { name: 'Bell Calls LLC', address: '1 Main St, Dayton, OH' });
    expect(page).toHaveTextContent('provided by Bell Calls LLC, 1 Main St, Dayton, OH.');
    expect(page).toHaveTextContent('help@ringwell.example, (555) 010-0199');
    expect(page).toHaveTextContent('Transcripts are kept until the call or the account is deleted.');
    expect(page).toHaveTextContent('Entries in the log of sign-ins and changes are kept forever.');
    expect(page).toHaveTextContent('Messages from the contact form are kept forever.');
    expect(page).toHaveTextContent('the IP address and browser they came from');
    expect(page).toHaveTextContent('must have a lawyer review and adapt it first');
  });

  it.each([
    [{ recordingDays: 90 }, 'Recordings are deleted after 90 days.'],
    [{ activityDays: 60 }, 'Entries in the log of sign-ins and changes are deleted after 60 days.'],
    [{ securityDays: 365 }, '(sign-ins and rejected requests) are deleted after 365 days.'],
    [{ messageDays: 30 }, 'Sent emails are deleted after 30 days.'],
    [{ messageDays: 30, contactDays: 180 }, '180 days after they were sent, or 30 days after they were handled.'],
  ])('with the settings %j, contains %j', (legal, text) => {
    expect(renderPage(<PrivacyPage />, legal)).toHaveTextContent(text);
  });
});

describe('Terms of Service', () => {
  it.each([
    [{ state: 'Ohio' }, 'governed by the law of Ohio.'],
    [{}, 'the place where the operator of this Ringwell installation is based'],
  ])('with the settings %j, contain %j', (legal, text) => {
    expect(renderPage(<TermsPage />, legal)).toHaveTextContent(text);
  });
});

describe('Recording Consent', () => {
  it('lists every state with a rule and its source', () => {
    const table = within(renderPage(<RecordingConsentPage />)).getByRole('table', {
      name: 'Who must consent, by state',
    });
    const rows = within(table).getAllByRole('row').slice(1);
    expect(rows).toHaveLength(51);
    for (const row of rows) expect(within(row).getAllByRole('cell')[1]).toHaveTextContent(/\d/);
    expect(within(table).getByRole('row', { name: /^California/ })).toHaveTextContent('Everyone on the call');
    expect(within(table).getByRole('row', { name: /^Ohio/ })).toHaveTextContent('One person on the call');
  });
});
