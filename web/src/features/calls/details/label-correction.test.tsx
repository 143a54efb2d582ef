import { act, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';

import { CALL_RESULT, CORRECTION, DELIVERY, fullCall } from '../../../testing/calls';
import { FakeResponse } from '../../../testing/fake-api';
import { setViewportWidth } from '../../../testing/fake-browser';
import { mockAudioPlayback, renderCall } from '../../../testing/render-call';
import { TEST_USERS } from '../../../testing/test-users';

const PUT_CORRECTION = 'PUT /api/calls/c1/correction';
const DELETE_CORRECTION = 'DELETE /api/calls/c1/correction';
const CORRECTED_CALL = fullCall({
  result: { ...CALL_RESULT, sentiment: 'neutral', label: 'Neutral' },
  correction: CORRECTION,
});
const CORRECTION_TEXT = /^Ringwell said Negative\. Dana Reyes corrected it to Neutral on /;

mockAudioPlayback();

const getSection = (): HTMLElement => screen.getByRole('region', { name: 'Correction' });
const openCorrection = async (button: string): Promise<HTMLElement> => {
  await userEvent.click(within(getSection()).getByRole('button', { name: button }));
  return screen.findByRole('dialog', { name: "What's the right label?" });
};
const getChoices = (dialog: HTMLElement): (string | undefined)[] =>
  within(dialog)
    .getAllByRole('radio')
    .map((radio) => radio.closest('label')?.textContent);

describe('LabelCorrection', () => {
  it('corrects the label with a reason, and shows who corrected it', async () => {
    const api = await renderCall(fullCall(), { [PUT_CORRECTION]: CORRECTED_CALL });
    const dialog = await openCorrection('This is wrong');
    expect(getChoices(dialog)).toEqual(['Positive', 'Neutral']);
    await userEvent.click(within(dialog).getByRole('radio', { name: 'Neutral' }));
    await userEvent.type(within(dialog).getByRole('textbox', { name: /^Why/ }), 'Only an{Enter}invoice. ');
    api.set('GET /api/calls/c1', CORRECTED_CALL);
    await userEvent.click(within(dialog).getByRole('button', { name: 'Save label' }));
    expect(await screen.findByText(CORRECTION_TEXT)).toBeVisible();
    expect(within(getSection()).getByText('“Only an invoice.”')).toBeVisible();
    expect(await api.bodies(PUT_CORRECTION)).toEqual([
      { sentiment: 'neutral', why: 'Only an invoice.', replaces: null },
    ]);
    await waitFor(() => expect(dialog).not.toBeInTheDocument());
    expect(api.count('GET /api/follow-ups')).toBe(2);
    expect(screen.queryByText("Why it's negative")).not.toBeInTheDocument();
  });

  it('keeps what was typed when a tablet is rotated, and changes the layout once the dialog is closed', async () => {
    const api = await renderCall();
    const dialog = await openCorrection('This is wrong');
    await userEvent.type(within(dialog).getByRole('textbox', { name: /^Why/ }), 'Only an');
    setViewportWidth(820);
    api.set('GET /api/calls/c1', fullCall({ customerName: 'Marlene Voss' }));
    act(() => void window.dispatchEvent(new Event('visibilitychange')));
    expect(await screen.findByText('Marlene Voss')).toBeInTheDocument();
    expect(within(dialog).getByRole('textbox', { name: /^Why/ })).toHaveValue('Only an');
    expect(dialog).toBeVisible();
    await userEvent.keyboard('{Escape}');
    expect(await screen.findByRole('tab', { name: 'Summary' })).toBeVisible();
  });

  it('requires a label', async () => {
    const api = await renderCall();
    const dialog = await openCorrection('This is wrong');
    await userEvent.click(within(dialog).getByRole('button', { name: 'Save label' }));
    expect(within(dialog).getByRole('alert')).toHaveTextContent('Choose a label.');
    expect(api.requests()).not.toContain(PUT_CORRECTION);
  });

  it('offers every label for a call that needs a listen', async () => {
    await renderCall(fullCall({ result: { ...CALL_RESULT, needsReview: true, reviewReason: 'low_confidence' } }));
    expect(getChoices(await openCorrection('Set the label'))).toEqual(['Positive', 'Neutral', 'Negative']);
  });

  it('changes a correction, and identifies the one it replaces', async () => {
    const api = await renderCall(CORRECTED_CALL, { [PUT_CORRECTION]: CORRECTED_CALL });
    const dialog = await openCorrection('Change');
    expect(within(dialog).getByRole('textbox', { name: /^Why/ })).toHaveValue('Only an invoice.');
    await userEvent.click(within(dialog).getByRole('radio', { name: 'Positive' }));
    await userEvent.click(within(dialog).getByRole('button', { name: 'Save label' }));
    await api.expectBodies(PUT_CORRECTION, [
      { sentiment: 'positive', why: 'Only an invoice.', replaces: CORRECTION.correctedAt },
    ]);
  });

  it('names the colleague who corrected the label first', async () => {
    const message = 'Paul Ruiz corrected this call to Positive on Tue, Mar 31, 11:20 AM EDT.';
    const api = await renderCall(fullCall(), {
      [PUT_CORRECTION]: new FakeResponse(409, { statusCode: 409, code: 'LABEL_CORRECTED', message }),
    });
    const dialog = await openCorrection('This is wrong');
    await userEvent.click(within(dialog).getByRole('radio', { name: 'Neutral' }));
    api.set('GET /api/calls/c1', CORRECTED_CALL);
    await userEvent.click(within(dialog).getByRole('button', { name: 'Save label' }));
    expect(await within(dialog).findByRole('alert')).toHaveTextContent(message);
    expect(await screen.findByText(CORRECTION_TEXT)).toBeInTheDocument();
  });

  it('shows that a rule set the original label', async () => {
    const { result } = CORRECTED_CALL;
    if (!result) throw new Error('The call has no result.');
    const appliedRules = {
      version: 1,
      label: { name: 'cancel', sentiment: 'negative' as const },
      original: { ...result, sentiment: 'neutral' as const, label: 'Neutral' as const },
    };
    await renderCall({ ...CORRECTED_CALL, result: { ...result, appliedRules } });
    expect(screen.getByText(/^Your rule said Negative\./)).toBeVisible();
  });

  it('undoes a correction, keeps focus, and blocks other corrections in the meantime', async () => {
    const api = await renderCall(CORRECTED_CALL);
    const respond = api.hold(DELETE_CORRECTION);
    api.set('GET /api/calls/c1', fullCall());
    await userEvent.click(within(getSection()).getByRole('button', { name: 'Undo' }));
    await waitFor(() => expect(screen.getByRole('button', { name: 'Change' })).toBeDisabled());
    respond(fullCall());
    expect(await screen.findByRole('button', { name: 'This is wrong' })).toBeVisible();
    expect(screen.queryByText(CORRECTION_TEXT)).not.toBeInTheDocument();
    expect(getSection()).toHaveFocus();
  });

  it('shows viewers only the correction', async () => {
    const viewer = { ...TEST_USERS.user, memberRole: 'viewer' as const };
    await renderCall(CORRECTED_CALL, {}, viewer);
    expect(within(getSection()).queryAllByRole('button')).toEqual([]);
    expect(within(getSection()).getByText(CORRECTION_TEXT)).toBeVisible();
  });

  it('says what the outgoing webhook reported', async () => {
    await renderCall(CORRECTED_CALL, {
      'GET /api/calls/c1/deliveries': [
        { ...DELIVERY, channel: 'webhook', destination: 'Outgoing webhook', event: 'call.corrected' },
      ],
    });
    expect(await screen.findByText(/Outgoing webhook: label corrected/)).toBeVisible();
  });
});
