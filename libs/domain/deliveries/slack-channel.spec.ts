import { normalizeSlackChannel } from './slack-channel';

describe('normalizeSlackChannel', () => {
  it.each([
    ['#Alerts', '#alerts'],
    ['  alerts ', '#alerts'],
    ['# Calls Today', '#calls-today'],
    ['C0123456789', 'C0123456789'],
    ['https://acme.slack.com/archives/C0123456789', 'C0123456789'],
    ['https://acme.slack.com/archives/C0123456789/p1763840000', 'C0123456789'],
    ['https://example.com/x', 'https://example.com/x'],
    ['', ''],
  ])('normalizes %j to %j', (text, channel) => {
    expect(normalizeSlackChannel(text)).toBe(channel);
  });
});
