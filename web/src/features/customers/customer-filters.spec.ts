import { isFiltered, parseFilters, toApiQuery, toSearchParams } from './customer-filters';

it.each([
  ['', ''],
  ['sort=recent', ''],
  ['search=dana&sort=risk&atRisk=true&waiting=true', 'search=dana&sort=risk&atRisk=true&waiting=true'],
  ['sort=age&atRisk=maybe&search=+', ''],
])('keeps only known filters from the URL query %s', (query, expected) => {
  expect(toSearchParams(parseFilters(new URLSearchParams(query))).toString()).toBe(expected);
});

it('sends only the selected filters to the API, and only searches of two characters or more', () => {
  expect(toApiQuery(parseFilters(new URLSearchParams('search=d')))).toEqual({ sort: 'recent' });
  expect(toApiQuery(parseFilters(new URLSearchParams('search=da+&atRisk=true')))).toEqual({
    sort: 'recent',
    search: 'da',
    atRisk: true,
  });
});

it('does not treat the sort order as a filter', () => {
  expect(isFiltered(parseFilters(new URLSearchParams('sort=name')))).toBe(false);
  expect(isFiltered(parseFilters(new URLSearchParams('waiting=true')))).toBe(true);
});
