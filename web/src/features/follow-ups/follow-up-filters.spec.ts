import { getCurrentList, parseFilters, toApiFilters, toSearchParams } from './follow-up-filters';

it.each([
  ['', ''],
  ['show=waiting', ''],
  ['show=closed&kind=promise&assignee=me', 'show=closed&kind=promise&assignee=me'],
  ['overdue=true&assignee=none', 'assignee=none&overdue=true'],
  ['show=snoozed&section=today&overdue=true&kind=review', 'show=snoozed&kind=review'],
  [
    'kind=unhappy&callback=late&openedFrom=2026-03-01&openedTo=2026-03-31&direction=inbound&agent=Paul',
    'kind=unhappy&callback=late&openedFrom=2026-03-01&openedTo=2026-03-31&direction=inbound',
  ],
  ['callback=late&openedFrom=2026-03-01&openedTo=2026-02-41', ''],
  ['show=all&kind=happy&assignee=a b&overdue=yes', ''],
])('keeps only known filters from the URL query %s', (query, expected) => {
  expect(toSearchParams(parseFilters(new URLSearchParams(query))).toString()).toBe(expected);
});

it('sends only the selected filters to the API', () => {
  expect(toApiFilters(parseFilters(new URLSearchParams()))).toEqual({ show: 'waiting' });
  expect(toApiFilters(parseFilters(new URLSearchParams('kind=review&overdue=true')))).toEqual({
    show: 'waiting',
    kind: 'review',
    overdue: true,
  });
});

it('requests the follow-ups counted by a Happiness figure, in any state', () => {
  const query = 'kind=unhappy&callback=never&openedFrom=2026-03-01&openedTo=2026-03-31';
  expect(toApiFilters(parseFilters(new URLSearchParams(query)))).toEqual({
    kind: 'unhappy',
    callback: 'never',
    openedFrom: '2026-03-01',
    openedTo: '2026-03-31',
  });
});

it.each([
  ['open', null, 'waiting'],
  ['in_progress', '2026-03-31T15:00:00.000Z', 'snoozed'],
  ['open', '2026-03-31T13:00:00.000Z', 'waiting'],
  ['dismissed', null, 'closed'],
] as const)('lists a follow-up with state %s, snoozed until %s, as %s', (state, snoozedUntil, list) => {
  expect(getCurrentList({ state, snoozedUntil }, new Date('2026-03-31T14:00:00.000Z'))).toBe(list);
});
