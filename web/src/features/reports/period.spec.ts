import { parsePeriod } from './period';

const TODAY = '2026-03-31';
const readPeriod = (search: string): ReturnType<typeof parsePeriod> => parsePeriod(new URLSearchParams(search), TODAY);

describe('parsePeriod', () => {
  it.each([
    ['', { from: '2026-03-02', to: TODAY, preset: '30d', by: 'auto' }],
    ['period=7d', { from: '2026-03-25', to: TODAY, preset: '7d', by: 'auto' }],
    ['period=90d', { from: '2026-01-01', to: TODAY, preset: '90d', by: 'auto' }],
    ['period=12m', { from: '2025-04-01', to: TODAY, preset: '12m', by: 'auto' }],
    ['period=month', { from: '2026-03-01', to: TODAY, preset: 'month', by: 'auto' }],
    ['period=last-month', { from: '2026-02-01', to: '2026-02-28', preset: 'last-month', by: 'auto' }],
    ['period=12m&by=week', { from: '2025-04-01', to: TODAY, preset: '12m', by: 'week' }],
    ['period=5y&by=hour', { from: '2026-03-02', to: TODAY, preset: '30d', by: 'auto' }],
    ['from=2026-02-01&to=2026-02-28', { from: '2026-02-01', to: '2026-02-28', preset: null, by: 'auto' }],
    ['from=2025-12-01', { from: '2025-12-01', to: TODAY, preset: null, by: 'auto' }],
    ['from=2026-02-01&to=2026-01-01', { from: '2026-02-01', to: TODAY, preset: null, by: 'auto' }],
    ['from=2020-01-01&to=2026-03-31', { from: '2025-03-31', to: TODAY, preset: null, by: 'auto' }],
    ['from=2026-13-01', { from: '2026-03-02', to: TODAY, preset: '30d', by: 'auto' }],
  ])('reads %s', (search, expected) => {
    expect(readPeriod(search)).toEqual(expected);
  });
});
