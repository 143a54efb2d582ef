import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';

import { findAccessibilityProblems } from '../../../testing/accessibility';
import { ACCOUNT_SETTINGS } from '../../../testing/account-settings';
import { type FakeApi, FakeResponse } from '../../../testing/fake-api';
import { GET_SETTINGS, openSettings, PATCH_EMAILS, PUT_SETTINGS } from '../../../testing/open-settings';

type Settings = NonNullable<Parameters<typeof openSettings>[0]>['settings'];

async function openTab(settings: Settings = {}, responses: Record<string, unknown> = {}): Promise<FakeApi> {
  const { api } = await openSettings({ part: 'follow-ups', settings, responses });
  await screen.findByRole('group', { name: 'Business hours' });
  return api;
}

const expectSaved = (api: FakeApi, ...changes: object[]): Promise<void> => api.expectBodies(PUT_SETTINGS, changes);
const makeWeek = (index: number, hours: object | null): object => ({
  businessWeek: ACCOUNT_SETTINGS.businessWeek.map((dayHours, dayIndex) => (dayIndex === index ? hours : dayHours)),
});

describe('FollowUpsTab', () => {
  it('saves the number of minutes until a callback is due', async () => {
    const api = await openTab();
    expect(await findAccessibilityProblems()).toEqual([]);
    const minutes = screen.getByRole('textbox', { name: 'Call back within' });
    await userEvent.clear(minutes);
    await userEvent.type(minutes, '30{Enter}');
    await expectSaved(api, { callBackWithinMinutes: 30 });
  });

  it('previews leads from the last 30 days before leads are turned on, and saves their due time and value', async () => {
    const preview = { customers: 14, unbooked: 12, hangUps: 3, judged: 96 };
    const api = await openTab({}, { 'GET /api/follow-ups/lead-preview': preview });
    expect(await screen.findByText('Last 30 days: 14 leads (12 calls not booked, 3 callers hung up).')).toBeVisible();
    expect(screen.queryByRole('textbox', { name: 'Call leads within' })).not.toBeInTheDocument();
    await userEvent.click(screen.getByRole('switch', { name: 'Leads to win back' }));
    expect(await findAccessibilityProblems()).toEqual([]);
    const minutes = screen.getByRole('textbox', { name: 'Call leads within' });
    expect(minutes).toHaveValue('15');
    await userEvent.type(screen.getByLabelText(/^Average job/), '450{Enter}');
    await expectSaved(api, { leadsEnabled: true }, { averageTicketDollars: 450 });
  });

  it.each([
    [40, false, 'Last 30 days: no leads.'],
    [0, true, "Last 30 days: no leads, because we couldn't tell whether any calls were booked."],
    [0, false, /whether any calls were booked\. That requires a language model, and none is set up\.$/],
  ])(
    'explains why there were no leads (%j judged calls, has a language model: %j)',
    async (judged, hasWriter, text) => {
      await openTab(
        { hasWriter },
        { 'GET /api/follow-ups/lead-preview': { customers: 0, unbooked: 0, hangUps: 0, judged } },
      );
      expect(await screen.findByText(text)).toBeVisible();
    },
  );

  it('closes and opens days', async () => {
    const api = await openTab();
    await userEvent.click(screen.getByRole('switch', { name: 'Open on Friday' }));
    await expectSaved(api, makeWeek(4, null));
    expect(screen.queryByLabelText('Friday from')).not.toBeInTheDocument();
    await userEvent.click(screen.getByRole('switch', { name: 'Open on Friday' }));
    await expectSaved(api, makeWeek(4, null), makeWeek(4, { from: '08:00', until: '17:00' }));
    expect(screen.getByLabelText('Friday from')).toHaveValue('08:00');
  });

  it('keeps at least one day open', async () => {
    const monday = { from: '09:00', until: '12:00' };
    const api = await openTab({ businessWeek: [monday, null, null, null, null, null, null] });
    await userEvent.click(screen.getByRole('switch', { name: 'Open on Monday' }));
    expect(await screen.findByText('Keep at least one day open.')).toBeVisible();
    expect(api.requests()).not.toContain(PUT_SETTINGS);
  });

  it("saves a day's hours once both are valid, with midnight as the end of the day", async () => {
    const api = await openTab();
    const [from, until] = [screen.getByLabelText('Monday from'), screen.getByLabelText('Monday until')];
    await userEvent.click(from);
    fireEvent.change(from, { target: { value: '18:00' } });
    await userEvent.click(document.body);
    expect(await screen.findByText('The closing time must be later than the opening time.')).toBeVisible();
    await userEvent.click(until);
    fireEvent.change(until, { target: { value: '00:00' } });
    await userEvent.click(document.body);
    await expectSaved(api, makeWeek(0, { from: '18:00', until: '24:00' }));
    expect(until).toHaveValue('00:00');
  });

  async function addHoliday(day: string): Promise<void> {
    fireEvent.change(screen.getByLabelText('New holiday'), { target: { value: day } });
    await userEvent.click(
      within(screen.getByLabelText('New holiday').closest('form') ?? document.body).getByRole('button', {
        name: 'Add',
      }),
    );
  }

  it('adds and removes holidays', async () => {
    const api = await openTab({ holidays: ['2026-12-25'] });
    await addHoliday('2026-12-25');
    expect(await screen.findByText('That day has already been added.')).toBeVisible();
    for (const day of ['20266-12-24', '0026-12-24']) {
      await addHoliday(day);
      expect(await screen.findByText('Enter a four-digit year.')).toBeVisible();
    }
    await addHoliday('2026-11-26');
    await expectSaved(api, { holidays: ['2026-11-26', '2026-12-25'] });
    await userEvent.click(screen.getByRole('button', { name: 'Remove Dec 25, 2026' }));
    await expectSaved(api, { holidays: ['2026-11-26', '2026-12-25'] }, { holidays: ['2026-11-26'] });
    expect(screen.getByLabelText('New holiday')).toHaveFocus();
    api.set(PUT_SETTINGS, new FakeResponse(503));
    await addHoliday('2026-12-31');
    await waitFor(() => expect(screen.getByLabelText('New holiday')).toHaveValue('2026-12-31'));
  });

  it('keeps the hours, holidays and managers that a colleague has changed since the page was loaded', async () => {
    const api = await openTab({ holidays: ['2026-12-25'], overdueAddresses: ['dana@reyes.example'] });
    const businessWeek = ACCOUNT_SETTINGS.businessWeek.with(0, { from: '09:00', until: '12:00' });
    api.set(GET_SETTINGS, {
      ...ACCOUNT_SETTINGS,
      businessWeek,
      holidays: ['2026-12-25', '2027-01-01'],
      overdueAddresses: ['dana@reyes.example', 'kim@example.com'],
    });
    await addHoliday('2026-11-26');
    const holidays = ['2026-11-26', '2026-12-25', '2027-01-01'];
    await expectSaved(api, { holidays });
    await userEvent.click(screen.getByRole('button', { name: 'Remove dana@reyes.example' }));
    await userEvent.click(screen.getByRole('switch', { name: 'Open on Friday' }));
    await expectSaved(
      api,
      { holidays },
      { overdueAddresses: ['kim@example.com'] },
      { businessWeek: businessWeek.with(4, null) },
    );
  });

  it('adds all US holidays for the next 12 months in one step', async () => {
    jest.useFakeTimers({ now: new Date('2026-11-26T15:00:00.000Z'), advanceTimers: true });
    const api = await openTab({ holidays: ['2026-12-25'] });
    await userEvent.click(screen.getByRole('button', { name: 'Add US holidays for the next 12 months' }));
    const addedHolidays = ['2027-01-01', '2027-05-31', '2027-07-04', '2027-09-06', '2027-11-25'];
    await expectSaved(api, { holidays: ['2026-11-26', '2026-12-25', ...addedHolidays] });
    expect(screen.queryByRole('button', { name: /US holidays/ })).not.toBeInTheDocument();
  });

  it('lists managers to email while overdue alerts are on', async () => {
    const api = await openTab();
    await userEvent.type(await screen.findByLabelText("New manager's email address"), 'Dana@reyes.example{Enter}');
    await expectSaved(api, { overdueAddresses: ['dana@reyes.example'] });
    expect(api.requests()).not.toContain(PATCH_EMAILS);
    await userEvent.click(screen.getByRole('switch', { name: 'Overdue alerts' }));
    await expectSaved(api, { overdueAddresses: ['dana@reyes.example'] }, { overdueAlertsEnabled: false });
    expect(screen.queryByLabelText("New manager's email address")).not.toBeInTheDocument();
  });
});
