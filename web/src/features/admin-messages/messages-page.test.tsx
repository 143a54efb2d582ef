import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';

import { fakeApi, FakeResponse } from '../../testing/fake-api';
import { renderWithProviders } from '../../testing/render-with-providers';
import { responsesFor, TEST_USERS } from '../../testing/test-users';
import { MessagesPage } from './messages-page';

const LIST_MESSAGES = 'GET /api/admin/contact-messages';
const MARK_MESSAGE = 'PATCH /api/admin/contact-messages/m1';
const MESSAGE = {
  id: 'm1',
  name: 'Dana Reyes',
  email: 'dana@reyes.example',
  phone: '(555) 010-0123',
  company: 'Reyes HVAC',
  message: 'What would 900 calls cost?\nPlease call.',
  doneAt: null,
  createdAt: '2026-03-31T14:05:00.000Z',
};
const EMPTY_PAGE = { items: [], next: null, newCount: 0 };

describe('MessagesPage', () => {
  it('shows new messages with a link to reply, and marks them as done', async () => {
    const api = fakeApi({
      ...responsesFor(TEST_USERS.admin),
      [LIST_MESSAGES]: { items: [MESSAGE], next: null, newCount: 1 },
      [MARK_MESSAGE]: { ...MESSAGE, doneAt: '2026-03-31T15:00:00.000Z' },
    });
    renderWithProviders(<MessagesPage />);
    const message = within(await screen.findByRole('article', { name: 'Message from Dana Reyes' }));
    expect(screen.getByRole('tab', { name: 'New (1)' })).toHaveAttribute('aria-selected', 'true');
    expect(message.getByText(/What would 900 calls cost/)).toBeVisible();
    expect(message.getByText('dana@reyes.example · (555) 010-0123')).toBeVisible();
    expect(message.getByRole('link', { name: 'Reply to Dana Reyes' })).toHaveAttribute(
      'href',
      expect.stringMatching(/^mailto:dana@reyes\.example\?subject=.*&body=.*%3E%20Please%20call\.$/),
    );
    api.set(LIST_MESSAGES, EMPTY_PAGE);
    await userEvent.click(message.getByRole('button', { name: 'Mark as done' }));
    expect(await api.bodies(MARK_MESSAGE)).toEqual([{ isDone: true }]);
    expect(await screen.findByText('No new messages')).toBeVisible();
    await waitFor(() => expect(screen.getByRole('tab', { name: 'New' })).toBeVisible());
  });

  it('shows an error when older messages fail to load', async () => {
    fakeApi({
      ...responsesFor(TEST_USERS.admin),
      [LIST_MESSAGES]: ({ url }: Request) =>
        url.includes('after=m1') ? new FakeResponse(503) : { items: [MESSAGE], next: 'm1', newCount: 1 },
    });
    renderWithProviders(<MessagesPage />);
    await userEvent.click(await screen.findByRole('button', { name: 'Load more' }));
    expect(await screen.findByRole('alert')).toHaveTextContent("Couldn't load more messages.");
    expect(screen.getByRole('article', { name: 'Message from Dana Reyes' })).toBeVisible();
  });
});
