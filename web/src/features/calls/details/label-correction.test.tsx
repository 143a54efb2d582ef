import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';

import { CORRECTION, DELIVERY, fullCall } from '../../../testing/calls';
import { FakeResponse } from '../../../testing/fake-api';
import { mockAudioPlayback, renderCall } from '../../../testing/render-call';
import { TEST_USERS } from '../../../testing/test-users';

const PUT = 'PUT /api/calls/c1/correction';
const DELETE = 'DELETE /api/calls/c1/correction';
const RESULT = fullCall().result;
const CORRECTED = fullCall({
  result: RESULT && { ...RESULT, sentiment: 'neutral', label: 'Neutral' },
  correction: CORRECTION,
});
const TEXT = /^Ringwell said Negative\. Dana Reyes corrected it to Neutral on /;

mockAudioPlayback();

const section = (): HTMLElement => screen.getByRole('region', { name: 'Correction' });
const openCorrection = async (button: string): Promise<HTMLElement> => {
  await userEvent.click(within(section()).getByRole('button', { name: button }));
  return screen.findByRole('dialog', { name: "What's the right label?" });
};
const choices = (dialog: HTMLElement): (string | undefined)[] =>
  within(dialog)
    .getAllByRole('radio')
    .map((radio) => radio.closest('label')?.textContent);

describe('LabelCorrection', () => {
  it('corrects the label with a reason, and names the corrector', async () => {
    const api = await renderCall(fullCall(), { [PUT]: CORRECTED });
    const dialog = await openCorrection('This is wrong');
    expect(choices(dialog)).toEqual(['Positive', 'Neutral']);
    await userEvent.click(within(dialog).getByRole('radio', { name: 'Neutral' }));
    await userEvent.type(within(dialog).getByRole('textbox', { name: /^Why/ }), 'Only an{Enter}invoice. ');
    api.set('GET /api/calls/c1', CORRECTED);
    await userEvent.click(within(dialog).getByRole('button', { name: 'Save label' }));
    expect(await screen.findByText(TEXT)).toBeVisible();
    expect(within(section()).getByText('“Only an invoice.”')).toBeVisible();
    expect(await api.bodies(PUT)).toEqual([{ sentiment: 'neutral', why: 'Only an invoice.', replaces: null }]);
    await waitFor(() => expect(dialog).not.toBeInTheDocument());
    expect(screen.queryByText("Why it's negative")).not.toBeInTheDocument();
  });

  it('asks for a label first', async () => {
    const api = await renderCall();
    const dialog = await openCorrection('This is wrong');
    await userEvent.click(within(dialog).getByRole('button', { name: 'Save label' }));
    expect(within(dialog).getByRole('alert')).toHaveTextContent('Choose a label.');
    expect(api.requests()).not.toContain(PUT);
  });

  it('offers every label for a call that needs a listen', async () => {
    await renderCall(fullCall({ result: RESULT && { ...RESULT, needsReview: true, reviewReason: 'low_confidence' } }));
    expect(choices(await openCorrection('Set the label'))).toEqual(['Positive', 'Neutral', 'Negative']);
  });

  it('changes a correction, and sends which correction it replaces', async () => {
    const api = await renderCall(CORRECTED, { [PUT]: CORRECTED });
    const dialog = await openCorrection('Change');
    expect(within(dialog).getByRole('textbox', { name: /^Why/ })).toHaveValue('Only an invoice.');
    await userEvent.click(within(dialog).getByRole('radio', { name: 'Positive' }));
    await userEvent.click(within(dialog).getByRole('button', { name: 'Save label' }));
    await waitFor(async () =>
      expect(await api.bodies(PUT)).toEqual([
        { sentiment: 'positive', why: 'Only an invoice.', replaces: CORRECTION.correctedAt },
      ]),
    );
  });

  it('names the colleague who corrected the label first', async () => {
    const message = 'Paul Ruiz corrected this call to Positive on Tue, Mar 31, 11:20 AM EDT.';
    const api = await renderCall(fullCall(), {
      [PUT]: new FakeResponse(409, { statusCode: 409, code: 'LABEL_CORRECTED', message }),
    });
    const dialog = await openCorrection('This is wrong');
    await userEvent.click(within(dialog).getByRole('radio', { name: 'Neutral' }));
    api.set('GET /api/calls/c1', CORRECTED);
    await userEvent.click(within(dialog).getByRole('button', { name: 'Save label' }));
    expect(await within(dialog).findByRole('alert')).toHaveTextContent(message);
    expect(await screen.findByText(TEXT)).toBeInTheDocument();
  });

  it('shows that a rule set the original label', async () => {
    const { result } = CORRECTED;
    if (!result) throw new Error('The call has a result.');
    const appliedRules = {
      version: 1,
      label: { name: 'cancel', sentiment: 'negative' as const },
      original: { ...result, sentiment: 'neutral' as const, label: 'Neutral' as const },
    };
    await renderCall({ ...CORRECTED, result: { ...result, appliedRules } });
    expect(screen.getByText(/^Your rule said Negative\./)).toBeVisible();
  });

  it('undoes a correction and keeps the focus', async () => {
    const api = await renderCall(CORRECTED, { [DELETE]: fullCall() });
    api.set('GET /api/calls/c1', fullCall());
    await userEvent.click(within(section()).getByRole('button', { name: 'Undo' }));
    expect(await screen.findByRole('button', { name: 'This is wrong' })).toBeVisible();
    expect(screen.queryByText(TEXT)).not.toBeInTheDocument();
    expect(section()).toHaveFocus();
  });

  it('shows viewers only the correction', async () => {
    const viewer = { ...TEST_USERS.user, memberRole: 'viewer' as const };
    await renderCall(CORRECTED, {}, viewer);
    expect(within(section()).queryAllByRole('button')).toEqual([]);
    expect(within(section()).getByText(TEXT)).toBeVisible();
  });

  it('names the webhook event', async () => {
    await renderCall(CORRECTED, {
      'GET /api/calls/c1/deliveries': [
        { ...DELIVERY, channel: 'webhook', destination: 'Outgoing webhook', event: 'call.corrected' },
      ],
    });
    expect(await screen.findByText(/Outgoing webhook: label corrected/)).toBeVisible();
  });
});
