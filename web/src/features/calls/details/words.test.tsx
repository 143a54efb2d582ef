import { act, cleanup, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';

import type { FullCall } from '../../../api/types';
import { ACCOUNT_SETTINGS } from '../../../testing/account-settings';
import { CALL_RESULT, fullCall } from '../../../testing/calls';
import { FakeResponse } from '../../../testing/fake-api';
import { getHref } from '../../../testing/get-href';
import { getAudioElement, mockAudioPlayback, renderCall } from '../../../testing/render-call';
import { TEST_USERS } from '../../../testing/test-users';
import { CALL_DETAILS_COPY } from './call-details-copy';
import { WORDS_COPY as copy } from './words-copy';

const PUT_WORDS = 'PUT /api/calls/c1/words';
const POST_WORDS = 'POST /api/calls/c1/words';
const EDITED_SUMMARY = 'No hot water since Monday.';
const EDIT = {
  field: 'summary' as const,
  text: EDITED_SUMMARY,
  editedBy: 'Dana Reyes',
  editedAt: '2026-03-31T15:20:08.412Z',
};
const WORDS = {
  isWriting: false,
  edits: [EDIT],
  originalSummary: CALL_RESULT.summary,
  originalInstruction: null,
  originalBooking: null,
  originalAsked: null,
  originalReached: null,
};
const EDITED_CALL = fullCall({ result: { ...CALL_RESULT, writer: 'person', summary: EDITED_SUMMARY }, words: WORDS });
const MEMBER = { ...TEST_USERS.user, memberRole: 'member' as const };

mockAudioPlayback();

const findDialog = (): Promise<HTMLElement> => screen.findByRole('dialog', { name: copy.dialog.title });

describe("A call's summary and instruction", () => {
  it('can be edited, and show who edited them', async () => {
    const api = await renderCall(fullCall(), { [PUT_WORDS]: EDITED_CALL }, MEMBER);
    await userEvent.click(screen.getByRole('button', { name: copy.edit.summary }));
    const summary = within(await findDialog()).getByRole('textbox', { name: copy.dialog.summary });
    expect(summary).toHaveValue(CALL_RESULT.summary);
    expect(summary).toHaveFocus();
    await userEvent.clear(summary);
    await userEvent.type(summary, EDITED_SUMMARY);
    api.set('GET /api/calls/c1', EDITED_CALL);
    await userEvent.click(screen.getByRole('button', { name: copy.dialog.save }));
    expect(await screen.findByText(/^Details edited by Dana Reyes on /)).toBeVisible();
    expect(await api.bodies(PUT_WORDS)).toEqual([{ summary: EDITED_SUMMARY, replaces: null }]);
  });

  it('can be edited with the keyboard, starting with the instruction', async () => {
    const api = await renderCall(EDITED_CALL, { [PUT_WORDS]: EDITED_CALL });
    screen.getByRole('button', { name: copy.edit.instruction }).focus();
    await userEvent.keyboard('{Enter}');
    expect(within(await findDialog()).getByRole('textbox', { name: copy.dialog.instruction })).toHaveFocus();
    await userEvent.keyboard(', before noon{Enter}');
    await api.expectBodies(PUT_WORDS, [
      { instruction: 'Call Marlene Ortiz back today, before noon', replaces: EDIT.editedAt },
    ]);
  });

  it('are not saved when empty or unchanged, and do not include an instruction if there is nothing to do', async () => {
    const result = {
      ...CALL_RESULT,
      label: 'Neutral' as const,
      sentiment: 'neutral' as const,
      followUp: { needed: false },
    };
    const api = await renderCall(fullCall({ result }));
    await userEvent.click(screen.getByRole('button', { name: copy.edit.summary }));
    const summary = within(await findDialog()).getByRole('textbox');
    await userEvent.clear(summary);
    await userEvent.click(screen.getByRole('button', { name: copy.dialog.save }));
    expect(screen.getByRole('alert')).toHaveTextContent(copy.dialog.missing);
    await userEvent.type(summary, CALL_RESULT.summary);
    await userEvent.click(screen.getByRole('button', { name: copy.dialog.save }));
    await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
    expect(api.requests()).not.toContain(PUT_WORDS);
  });

  it('are shown with the booking and its supporting quote, which members can correct', async () => {
    const quote = { claim: 'Booked or not', segment: 1, startMs: 2_500, endMs: 6_000, quote: 'I will think about it' };
    const result = {
      ...CALL_RESULT,
      booking: 'not_booked_undecided' as const,
      evidence: [...CALL_RESULT.evidence, quote],
    };
    const correctedCall = fullCall({
      result: { ...result, booking: 'booked' },
      words: {
        ...WORDS,
        edits: [{ ...EDIT, field: 'booking', text: 'booked' }],
        originalSummary: null,
        originalBooking: 'not_booked_undecided',
      },
    });
    const api = await renderCall(fullCall({ result }), { [PUT_WORDS]: correctedCall });
    const booking = await screen.findByRole('combobox', { name: copy.booking.label });
    expect(booking).toHaveDisplayValue('Not booked: still deciding');
    await userEvent.click(screen.getByRole('button', { name: /“I will think about it”/ }));
    expect(getAudioElement().currentTime).toBe(2.5);
    api.set('GET /api/calls/c1', correctedCall);
    await userEvent.selectOptions(booking, 'Booked');
    await waitFor(() => expect(screen.queryByText(/“I will think about it”/)).not.toBeInTheDocument());
    expect(booking).toHaveDisplayValue('Booked');
    expect(await screen.findByText('Original: Booked or not')).toBeInTheDocument();
    await userEvent.selectOptions(booking, 'Not booked: still deciding');
    expect(await api.bodies(PUT_WORDS)).toEqual([
      { booking: 'booked', replaces: null },
      { booking: null, replaces: EDIT.editedAt },
    ]);
  });

  it('are shown with whether the agent asked to book and whether a person was reached, which members can correct', async () => {
    const makeQuote = (claim: string, text: string): (typeof CALL_RESULT.evidence)[0] => ({
      claim,
      segment: 1,
      startMs: 2_500,
      endMs: 6_000,
      quote: text,
    });
    const result = {
      ...CALL_RESULT,
      booking: 'not_booked_other' as const,
      asked: 'not_asked' as const,
      reached: 'reached' as const,
      evidence: [makeQuote('Reached or not', 'Who is this?'), makeQuote('Booked or not', 'I will call back')],
    };
    const call = fullCall({ direction: 'outbound', result });
    const correctedCall = fullCall({
      direction: 'outbound',
      result: { ...result, asked: 'asked' },
      words: {
        ...WORDS,
        edits: [{ ...EDIT, field: 'asked', text: 'asked' }],
        originalSummary: null,
        originalAsked: 'not_asked',
      },
    });
    const api = await renderCall(call, { [PUT_WORDS]: correctedCall });
    expect(await screen.findByRole('combobox', { name: copy.reached.label })).toHaveDisplayValue('Reached');
    expect(screen.getByRole('button', { name: /“Who is this\?”/ })).toBeVisible();
    const askedSelect = screen.getByRole('combobox', { name: copy.asked.label });
    expect(askedSelect).toHaveDisplayValue('Never asked');
    api.set('GET /api/calls/c1', correctedCall);
    await userEvent.selectOptions(askedSelect, 'Asked');
    expect(await screen.findByText(`Original: ${copy.asked.label}`)).toBeInTheDocument();
    expect(await api.bodies(PUT_WORDS)).toEqual([{ asked: 'asked', replaces: null }]);
    await userEvent.click(screen.getByText(/^Details edited by Dana Reyes on /));
    expect(screen.getAllByText('Never asked', { selector: 'p' })).toHaveLength(1);
  });

  it('can be edited again only once an edit is saved, so that the next edit refers to it', async () => {
    const call = { ...EDITED_CALL, direction: 'outbound' as const };
    const latestEdit = { ...EDIT, field: 'reached' as const, text: 'reached', editedAt: '2026-03-31T15:21:00.000Z' };
    const correctedCall = { ...call, words: { ...WORDS, edits: [latestEdit, EDIT] } };
    const api = await renderCall(call);
    const respond = api.hold(PUT_WORDS);
    const reached = await screen.findByRole('combobox', { name: copy.reached.label });
    await userEvent.selectOptions(reached, 'Reached');
    const booking = screen.getByRole('combobox', { name: copy.booking.label });
    await waitFor(() => expect(booking).toBeDisabled());
    expect(reached).toBeEnabled(); // a disabled field would lose focus
    expect(reached).toHaveAttribute('aria-disabled', 'true');
    await userEvent.selectOptions(reached, 'Not reached');
    await userEvent.click(screen.getByText(/^Details edited by Dana Reyes on /));
    expect(screen.getByRole('button', { name: copy.restore })).toBeDisabled();
    await userEvent.click(screen.getByRole('button', { name: copy.edit.summary }));
    expect(screen.queryByRole('dialog')).not.toBeInTheDocument();
    api.set('GET /api/calls/c1', correctedCall);
    respond(correctedCall);
    await waitFor(() => expect(booking).toBeEnabled());
    await userEvent.selectOptions(booking, 'Booked');
    expect((await api.bodies(PUT_WORDS)).slice(1)).toEqual([{ booking: 'booked', replaces: latestEdit.editedAt }]);
  });

  it('are shown with only the booking for a booked inbound call', async () => {
    await renderCall(fullCall({ direction: 'inbound', result: { ...CALL_RESULT, booking: 'booked' } }));
    expect(await screen.findByRole('combobox', { name: copy.booking.label })).toBeVisible();
    expect(screen.queryByText(copy.asked.label)).not.toBeInTheDocument();
    expect(screen.queryByText(copy.reached.label)).not.toBeInTheDocument();
  });

  it('are shown with an unclear booking only to members who can correct it', async () => {
    const call = fullCall({ result: { ...CALL_RESULT, booking: 'unclear' } });
    await renderCall(call);
    expect(await screen.findByRole('combobox', { name: copy.booking.label })).toHaveDisplayValue('Unclear');
    cleanup();
    await renderCall(call, {}, { ...TEST_USERS.user, memberRole: 'viewer' });
    expect(await screen.findByText(CALL_RESULT.summary)).toBeVisible();
    expect(screen.queryByText(copy.booking.label)).not.toBeInTheDocument();
  });

  it('are shown with the job that confirms the booking, even for viewers', async () => {
    const bookingFact = {
      status: 'confirmed' as const,
      evidence: 'lead_call' as const,
      jobId: '4711',
      jobNumber: '12345',
      jobTotalCents: 42_000,
      jobCanceledAt: null,
      foundAt: '2026-03-31T15:00:00.000Z',
    };
    const call = fullCall({ result: { ...CALL_RESULT, booking: 'not_booked_undecided' }, bookingFact });
    await renderCall(call, {}, { ...TEST_USERS.user, memberRole: 'viewer' });
    expect(await screen.findByText('Not booked: still deciding')).toBeInTheDocument();
    expect(screen.getByText('Confirmed: job 12345 in ServiceTitan, $420')).toBeInTheDocument();
    expect(getHref(copy.booking.openJob)).toBe('https://go.servicetitan.com/#/Job/Index/4711');
  });

  it("are shown with ServiceTitan's data in the call details", async () => {
    await renderCall(fullCall({ source: 'servicetitan', callType: 'Unbooked', campaign: 'Spring mailing' }));
    expect(await screen.findByText('Spring mailing')).toBeInTheDocument();
    expect(screen.getByText('Unbooked')).toBeInTheDocument();
    expect(screen.queryByText('Tag')).not.toBeInTheDocument();
  });

  it('can be generated if the call has none', async () => {
    await renderCall(fullCall({ result: { ...CALL_RESULT, writer: null, summary: '', keyPoints: [] } }));
    expect(screen.getByRole('button', { name: copy.write })).toBeVisible();
  });

  it('cannot be edited by viewers, who can still see the history', async () => {
    await renderCall(EDITED_CALL, {}, { ...TEST_USERS.user, memberRole: 'viewer' });
    expect(screen.queryByRole('button', { name: copy.edit.summary })).not.toBeInTheDocument();
    await userEvent.click(screen.getByText(/^Details edited by Dana Reyes on /));
    expect(screen.getByText(CALL_RESULT.summary)).toBeVisible();
    expect(screen.queryByRole('button', { name: copy.restore })).not.toBeInTheDocument();
  });

  it('can be restored from the history', async () => {
    const api = await renderCall(EDITED_CALL, { [PUT_WORDS]: fullCall() });
    await userEvent.click(screen.getByText(/^Details edited by Dana Reyes on /));
    await userEvent.click(screen.getByRole('button', { name: copy.restore }));
    await api.expectBodies(PUT_WORDS, [{ summary: null, replaces: EDIT.editedAt }]);
  });

  it('are kept when the call is reprocessed, unless the user chooses to replace them', async () => {
    const reprocess = 'POST /api/calls/c1/reprocess';
    const api = await renderCall(EDITED_CALL, { [reprocess]: { id: 'c1', state: 'queued', links: { self: '' } } });
    const reprocessCall = async (replacesEdits: boolean): Promise<void> => {
      await userEvent.click(screen.getByRole('button', { name: 'Reprocess' }));
      const confirmation = within(await screen.findByRole('alertdialog'));
      const checkbox = confirmation.getByRole('checkbox', { name: CALL_DETAILS_COPY.reprocess.discardEdits });
      expect(checkbox).not.toBeChecked();
      if (replacesEdits) await userEvent.click(checkbox);
      await userEvent.click(confirmation.getByRole('button', { name: 'Reprocess' }));
      await waitFor(() => expect(screen.queryByRole('alertdialog')).not.toBeInTheDocument());
    };
    await reprocessCall(true);
    await reprocessCall(false);
    expect(api.queries(reprocess)).toEqual(['?discardEdits=true', '']);
  });

  it('are replaced without offering a choice when a call is reprocessed and no one has edited them', async () => {
    await renderCall(fullCall());
    await userEvent.click(screen.getByRole('button', { name: 'Reprocess' }));
    expect(within(await screen.findByRole('alertdialog')).queryByRole('checkbox')).not.toBeInTheDocument();
  });

  it('are not overwritten if a colleague saved an edit first, and the error names the colleague', async () => {
    const message = 'Paul Ruiz edited the summary on Tue, Mar 31, 11:20 AM EDT.';
    await renderCall(fullCall(), {
      [PUT_WORDS]: new FakeResponse(409, { statusCode: 409, code: 'WORDS_EDITED', message }),
    });
    await userEvent.click(screen.getByRole('button', { name: copy.edit.summary }));
    await userEvent.type(within(await findDialog()).getByRole('textbox', { name: copy.dialog.summary }), ' More.');
    await userEvent.click(screen.getByRole('button', { name: copy.dialog.save }));
    expect(await within(await findDialog()).findByRole('alert')).toHaveTextContent(message);
  });

  it.each([
    ['written', { ...CALL_RESULT, summary: 'She has had no hot water since Monday.' }],
    ['unchanged', CALL_RESULT],
  ] as const)('can be rewritten after a word is corrected (result: %s)', async (outcome, result) => {
    const callBeingWritten = fullCall({
      words: { ...WORDS, edits: [], originalSummary: null, originalBooking: null, isWriting: true },
    });
    const api = await renderCall(fullCall(), {
      [POST_WORDS]: callBeingWritten,
      'PATCH /api/calls/c1/transcript': { segments: [] },
      'GET /api/my/settings': { ...ACCOUNT_SETTINGS, vocabulary: ['Ortiz'] },
    });
    await userEvent.click(await screen.findByRole('button', { name: 'Correct a word' }));
    const form = within(await screen.findByRole('dialog', { name: 'Correct a word' }));
    await userEvent.type(form.getByLabelText('As it appears in the transcript'), 'Ortis');
    await userEvent.type(form.getByLabelText('Correct spelling'), 'Ortiz');
    await userEvent.click(form.getByRole('button', { name: 'Save' }));
    expect(await screen.findByRole('dialog', { name: copy.rewrite.title })).toBeVisible();
    api.set('GET /api/calls/c1', callBeingWritten);
    await userEvent.click(screen.getByRole('button', { name: copy.rewrite.confirm }));
    expect(await screen.findByText(copy.writing)).toBeVisible();
    const refetchCall = (call: FullCall): void => {
      api.set('GET /api/calls/c1', call);
      act(() => void document.dispatchEvent(new Event('visibilitychange', { bubbles: true })));
    };
    refetchCall(fullCall({ result }));
    expect(await screen.findByText(copy[outcome])).toBeVisible();
    refetchCall(EDITED_CALL);
    expect(await screen.findByText(/^Details edited by Dana Reyes on /)).toBeVisible();
    expect(screen.queryByText(copy[outcome])).not.toBeInTheDocument();
    refetchCall({ ...EDITED_CALL, words: { ...WORDS, isWriting: true } });
    expect(await screen.findByText(copy.writing)).toBeVisible();
    refetchCall(EDITED_CALL);
    expect(await screen.findByText(copy.unchanged)).toBeVisible();
  });
});
