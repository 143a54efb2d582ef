import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';

import { browserLocation } from '../../lib/browser/browser-location';
import { COPY } from '../../lib/copy';
import { fakeApi, FakeResponse } from '../../testing/fake-api';
import { getHref } from '../../testing/get-href';
import { renderWithProviders } from '../../testing/render-with-providers';
import { TEST_USERS } from '../../testing/test-users';
import { ContactForm } from './contact-form';
import { LANDING_COPY } from './landing-copy';
import { LandingPage } from './landing-page';
import { SubscribeLink } from './sign-up-actions';
import { UsageEstimator } from './usage-estimator';

describe('LandingPage', () => {
  it('plays the sample call and follows along in the transcript', async () => {
    fakeApi({});
    jest.spyOn(HTMLMediaElement.prototype, 'paused', 'get').mockReturnValue(true);
    const play = jest.spyOn(HTMLMediaElement.prototype, 'play').mockResolvedValue();
    renderWithProviders(<LandingPage />, { user: null });
    const card = await screen.findByRole('article', { name: 'Sample call' });
    await userEvent.click(within(card).getByRole('button', { name: 'Play the sample call' }));
    expect(play).toHaveBeenCalledTimes(1);
    const audio = card.querySelector('audio') ?? document.createElement('audio');
    fireEvent.play(audio);
    expect(within(card).getByRole('button', { name: 'Pause the sample call' })).toBeVisible();
    audio.currentTime = 42;
    fireEvent.timeUpdate(audio);
    const line = within(card)
      .getByText(/I am going to call my bank/)
      .closest('li');
    expect(line).toHaveAttribute('aria-current', 'true');
    expect(within(card).queryByText(/This is Linda speaking/)).toBeNull();
  });

  it("states the engine's measured accuracy next to the claim", async () => {
    fakeApi({});
    renderWithProviders(<LandingPage />, { user: null });
    await userEvent.click(await screen.findByRole('button', { name: 'How accurate is it?' }));
    expect(screen.getByText(/^Transcription reaches 99% accuracy\..* about 24% over a phone line/)).toBeVisible();
  });

  it('shows the headings, statistics and links', async () => {
    fakeApi({});
    renderWithProviders(<LandingPage />, { user: null });
    expect(screen.getByRole('heading', { level: 1, name: 'See Customer Happiness on Every Phone Call' })).toBeVisible();
    for (const title of [...LANDING_COPY.steps, ...LANDING_COPY.benefits, 'How It Works', 'Pricing'])
      expect(await screen.findByRole('heading', { name: title })).toBeVisible();
    for (const { value, label } of LANDING_COPY.stats)
      expect(screen.getByText(label).parentElement).toHaveTextContent(`${label}${value}`);
    for (const [name, href] of [
      ['Try it Free', '/api/login?signUp=true'],
      ['Sign In', '/api/login'],
    ] as const)
      for (const link of screen.getAllByRole('link', { name })) expect(link).toHaveAttribute('href', href);
    const team = screen.getByRole('heading', { name: 'Team' }).closest('article');
    expect(team && within(team).getByRole('link', { name: 'Subscribe' })).toHaveAttribute(
      'href',
      '/api/login?returnTo=%2F%3Fplan%3Dteam',
    );
    expect(getHref('help@ringwell.example')).toBe('mailto:help@ringwell.example');
    expect(getHref('Privacy Policy')).toBe('https://ringwell.example/privacy');
    expect(within(screen.getByRole('article', { name: 'Sample call' })).getByText('Negative')).toBeVisible();
  });
});

describe('SubscribeLink', () => {
  it('links visitors to the sign-in page', () => {
    fakeApi({});
    renderWithProviders(<SubscribeLink />, { user: null });
    expect(screen.getByRole('link', { name: 'Subscribe' })).toHaveAttribute('href', '/api/login');
  });

  it('starts a checkout for signed-in users', async () => {
    const assign = jest.spyOn(browserLocation, 'assign').mockReturnValue(undefined);
    const api = fakeApi({ 'POST /api/checkout': { url: 'https://pay.example/1' } });
    renderWithProviders(<SubscribeLink />, { user: TEST_USERS.demo });
    await userEvent.click(screen.getByRole('link', { name: 'Subscribe' }));
    await waitFor(() => expect(assign).toHaveBeenCalledWith('https://pay.example/1'));
    expect(await api.bodies('POST /api/checkout')).toEqual([{ plan: 'base', addOns: [] }]);
  });
});

describe('UsageEstimator', () => {
  it.each([
    [3_000, false, '$99'],
    [4_200, false, '$145.80'],
    [3_100, true, '$132.90'],
    [0, true, '$129'],
  ])('estimates %i minutes with team chat %s at %s', async (minutes, includesChat, price) => {
    renderWithProviders(<UsageEstimator />);
    fireEvent.change(screen.getByLabelText('Estimate your bill'), { target: { value: String(minutes) } });
    if (includesChat) await userEvent.click(screen.getByRole('checkbox', { name: 'With team chat notifications' }));
    expect(screen.getByText('Per month').parentElement).toHaveTextContent(`Per month${price}`);
  });
});

describe('ContactForm', () => {
  const fillForm = async (): Promise<void> => {
    await userEvent.type(screen.getByLabelText('Name'), ' Kim ');
    await userEvent.type(screen.getByLabelText('Email'), 'kim@example.com');
    await userEvent.type(screen.getByLabelText('Message'), 'Hello');
  };
  const clickSend = (): Promise<void> => userEvent.click(screen.getByRole('button', { name: 'Send message' }));

  it('shows the placeholders', () => {
    renderWithProviders(<ContactForm />);
    for (const placeholder of Object.values(LANDING_COPY.contact.placeholders))
      expect(screen.getByPlaceholderText(placeholder)).toBeVisible();
  });

  it('shows validation errors instead of sending when fields are missing or invalid', async () => {
    const api = fakeApi({});
    renderWithProviders(<ContactForm />);
    await userEvent.type(screen.getByLabelText('Email'), 'kim@');
    await clickSend();
    expect(await screen.findByText('Please enter your name')).toBeVisible();
    expect(screen.getByText('Please write a message')).toBeVisible();
    expect(screen.getByText(COPY.invalid.email)).toBeVisible();
    expect(screen.getByLabelText('Name')).toHaveFocus();
    expect(api.requests()).toEqual([]);
  });

  it('sends the message, thanks the visitor, and clears the form for the next message', async () => {
    const api = fakeApi({});
    const respond = api.hold('POST /api/contact');
    renderWithProviders(<ContactForm />);
    await fillForm();
    await clickSend();
    expect(await screen.findByRole('button', { name: 'Sending...' })).toHaveAttribute('aria-disabled', 'true');
    respond(new FakeResponse(204));
    await waitFor(() => expect(screen.getByRole('heading', { name: 'Thank you, we got your message.' })).toHaveFocus());
    expect(await api.bodies('POST /api/contact')).toEqual([
      { name: 'Kim', email: 'kim@example.com', phone: '', company: '', message: 'Hello', website: '' },
    ]);
    await userEvent.click(screen.getByRole('button', { name: 'Send another message' }));
    expect(screen.getByLabelText('Name')).toHaveValue('');
  });

  it('sends what bots enter in the hidden field', async () => {
    const api = fakeApi({ 'POST /api/contact': new FakeResponse(204) });
    renderWithProviders(<ContactForm />);
    expect(screen.queryByRole('textbox', { name: 'Website' })).not.toBeInTheDocument();
    await fillForm();
    await userEvent.type(screen.getByLabelText('Website'), 'spam.example');
    await clickSend();
    expect(await api.bodies('POST /api/contact')).toMatchObject([{ website: 'spam.example' }]);
  });

  it('keeps the message and shows an error when sending fails', async () => {
    fakeApi({ 'POST /api/contact': new FakeResponse(500) });
    renderWithProviders(<ContactForm />);
    await fillForm();
    await clickSend();
    expect(await screen.findByText('Failed to send message. Please try again.')).toBeVisible();
    expect(screen.getByLabelText('Message')).toHaveValue('Hello');
  });
});
