import { fireEvent, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';

import { FakeResponse, rejectField } from '../../../testing/fake-api';
import { openSettings, PUT_SETTINGS } from '../../../testing/open-settings';
import { SETTINGS_COPY } from '../settings-copy';

const findSavedMessage = (): Promise<HTMLElement> => screen.findByText(SETTINGS_COPY.saved);

describe('UsageLimitsTab', () => {
  it('shows a limit only while its switch is on', async () => {
    const { api } = await openSettings({ tab: 'Usage Limits' });
    expect(screen.queryByLabelText('Monthly minute limit')).not.toBeInTheDocument();
    await userEvent.click(screen.getByRole('switch', { name: 'Monthly limit' }));
    expect(screen.getByLabelText('Monthly minute limit')).toHaveValue('1000');
    await api.expectBodies(PUT_SETTINGS, [{ usageLimitEnabled: true }]);
  });

  it('saves a number on blur and on Enter, but not while typing', async () => {
    const { api } = await openSettings({ tab: 'Usage Limits' });
    const field = screen.getByLabelText('Processing timeout');
    await userEvent.clear(field);
    await userEvent.type(field, '45');
    expect(api.requests()).not.toContain(PUT_SETTINGS);
    await userEvent.tab();
    await findSavedMessage();
    const minLengthField = screen.getByLabelText('Minimum inbound length');
    await userEvent.clear(minLengthField);
    await userEvent.type(minLengthField, '30{Enter}');
    await userEvent.tab();
    await api.expectBodies(PUT_SETTINGS, [{ processingTimeoutMinutes: 45 }, { inboundMinCallTime: 30 }]);
  });

  it.each(['{Backspace}', '12.9', '1e3'])(
    'keeps %j for correction, because only whole numbers are saved',
    async (text) => {
      const { api } = await openSettings({ tab: 'Usage Limits' });
      const field = screen.getByLabelText('Processing timeout');
      await userEvent.clear(field);
      await userEvent.type(field, `${text}{Enter}`);
      expect(await screen.findByText('Enter a whole number.')).toBeVisible();
      expect(field).toHaveValue(text.replace('{Backspace}', ''));
      expect(api.requests()).not.toContain(PUT_SETTINGS);
      await userEvent.clear(field);
      await userEvent.type(field, ' 12 ');
      fireEvent.keyDown(field, { key: 'Enter', isComposing: true }); // selects an input method's suggestion
      expect(field).toHaveValue(' 12 ');
      await userEvent.keyboard('{Enter}');
      await findSavedMessage();
      expect(await api.bodies(PUT_SETTINGS)).toEqual([{ processingTimeoutMinutes: 12 }]);
    },
  );

  it('does not save unchanged values, or drafts discarded with Escape', async () => {
    const { api } = await openSettings({ tab: 'Usage Limits' });
    const field = screen.getByLabelText('Calls processed at once');
    await userEvent.click(field);
    await userEvent.tab();
    await userEvent.clear(field);
    await userEvent.type(field, '7{Escape}');
    expect(field).toHaveValue('5');
    await userEvent.tab();
    expect(api.requests()).not.toContain(PUT_SETTINGS);
  });

  it.each(['{Escape}', '5{Enter}'])(
    "keeps a rejected value with the API's message until the user types %s",
    async (keys) => {
      const { api } = await openSettings({ tab: 'Usage Limits' });
      const field = screen.getByLabelText('Calls processed at once');
      api.set(PUT_SETTINGS, rejectField('maxConcurrentWorkflows', 'This must be from 1 to 20.'));
      await userEvent.clear(field);
      await userEvent.type(field, '50{Enter}');
      expect(await screen.findByText('This must be from 1 to 20.')).toBeVisible();
      expect(field).toHaveValue('50');
      expect(field).toBeInvalid();
      expect(screen.queryByText(SETTINGS_COPY.failed)).not.toBeInTheDocument();
      await userEvent.tripleClick(field);
      await userEvent.keyboard(keys);
      expect(field).toHaveValue('5');
      expect(field).toBeValid();
    },
  );

  it('restores the saved value when the API is unavailable', async () => {
    const { api } = await openSettings({ tab: 'Usage Limits' });
    const field = screen.getByLabelText('Processing timeout');
    api.set(PUT_SETTINGS, new FakeResponse(503));
    await userEvent.clear(field);
    await userEvent.type(field, '45{Enter}');
    expect(await screen.findByText(SETTINGS_COPY.failed)).toBeVisible();
    expect(field).toHaveValue('30');
  });

  it("saves the customer's channel", async () => {
    const { api } = await openSettings({ tab: 'Usage Limits' });
    await userEvent.selectOptions(screen.getByRole('combobox', { name: "Customer's channel" }), 'Always left');
    await findSavedMessage();
    expect(await api.bodies(PUT_SETTINGS)).toEqual([{ customerChannel: 'left' }]);
  });
});
