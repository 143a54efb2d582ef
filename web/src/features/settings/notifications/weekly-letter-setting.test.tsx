import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import axe from 'axe-core';

import type { WeeklyLetterPreview } from '../../../api/types';
import { SET_UP_INSTRUCTIONS } from '../../../lib/messages/set-up-instructions';
import { connections } from '../../../testing/connections';
import { FakeResponse } from '../../../testing/fake-api';
import { openSettings, PUT_SETTINGS } from '../../../testing/open-settings';
import { TEST_USERS } from '../../../testing/test-users';
import { SETTINGS_COPY } from '../settings-copy';

const GET_PREVIEW = 'GET /api/my/weekly-letter/preview';
const SEND_TEST = 'POST /api/my/weekly-letter/test';
const LETTER: WeeklyLetterPreview = {
  week: '2026-11-16',
  subject: 'Customer happiness last week: +41',
  text: 'Customer happiness last week: +41',
};

const findViolations = async (): Promise<string[]> =>
  (await axe.run(document.body, { rules: { region: { enabled: false } } })).violations.map(({ id }) => id);

describe('WeeklyLetterSetting', () => {
  it('turns on the short version in chats', async () => {
    const { api } = await openSettings();
    const chats = await screen.findByRole('switch', { name: 'Weekly letter in chats' });
    expect(chats).not.toBeChecked();
    await userEvent.click(chats);
    await screen.findByText(SETTINGS_COPY.saved);
    expect(await api.bodies(PUT_SETTINGS)).toEqual([{ weeklyLetterChats: true }]);
  });

  it('previews the letter without running its scripts', async () => {
    await openSettings({ responses: { [GET_PREVIEW]: LETTER } });
    await userEvent.click(await screen.findByRole('button', { name: 'Preview the letter' }));
    const frame = await screen.findByTitle(LETTER.subject);
    expect(frame).toHaveAttribute('sandbox', 'allow-popups allow-popups-to-escape-sandbox');
    expect(frame).toHaveAttribute('src', '/api/my/weekly-letter/preview.html');
    expect(await findViolations()).toEqual([]);
    await userEvent.keyboard('{Escape}');
    expect(screen.queryByTitle(LETTER.subject)).not.toBeInTheDocument();
    expect(screen.getByRole('button', { name: 'Preview the letter' })).toHaveFocus();
  });

  it('offers a retry when the letter fails to load', async () => {
    let response: unknown = new FakeResponse(404);
    await openSettings({ responses: { [GET_PREVIEW]: () => response } });
    await userEvent.click(await screen.findByRole('button', { name: 'Preview the letter' }));
    const retryButton = await screen.findByRole('button', { name: /Try again|Retry/ });
    response = LETTER;
    await userEvent.click(retryButton);
    expect(await screen.findByTitle(LETTER.subject)).toBeVisible();
  });

  it("sends a test to the user's address", async () => {
    await openSettings({ responses: { [SEND_TEST]: { address: 'sam@becker.example' } } });
    await userEvent.click(await screen.findByRole('button', { name: 'Send me a test' }));
    expect(await screen.findByText("We're sending it to sam@becker.example")).toBeVisible();
  });

  it('tells administrators how to set up email if no test can be sent', async () => {
    const unavailable = { code: 'MAIL_UNAVAILABLE', message: 'Contact support.' } as const;
    await openSettings({
      user: TEST_USERS.admin,
      settings: { emailEnabled: false },
      connectionsResponse: connections({ email: { unavailable } }),
      responses: { [SEND_TEST]: new FakeResponse(503, unavailable) },
    });
    await userEvent.click(await screen.findByRole('button', { name: 'Send me a test' }));
    expect(await screen.findByText(SET_UP_INSTRUCTIONS.MAIL_UNAVAILABLE)).toBeVisible();
  });
});
