import { exportPath, fromApiFilters, isFiltered, parseFilters, toApiFilters, toSearchParams } from './call-filters';

const parseQuery = (query: string): ReturnType<typeof parseFilters> => parseFilters(new URLSearchParams(query));

describe('call filters', () => {
  it('parses filters from the URL and writes them back', () => {
    const filters = parseQuery(
      'search=warm+air&label=negative&topic=no_show&booking=not_booked&asked=not_asked&reached=reached&hasJob=true&state=failed&direction=inbound&campaign=Spring&weekday=1&hour=9&from=2026-03-01&to=2026-03-31&time=receivedAt',
    );
    expect(filters).toEqual({
      search: 'warm air',
      label: 'negative',
      weekday: '1',
      hour: '9',
      topic: 'no_show',
      booking: 'not_booked',
      asked: 'not_asked',
      reached: 'reached',
      hasJob: 'true',
      state: 'failed',
      direction: 'inbound',
      agent: '',
      callType: '',
      callReason: '',
      campaign: 'Spring',
      businessUnit: '',
      tag: '',
      from: '2026-03-01',
      to: '2026-03-31',
      range: '',
      time: 'receivedAt',
    });
    expect(toSearchParams({ ...filters, label: '', from: '' }).toString()).toBe(
      'search=warm+air&topic=no_show&booking=not_booked&asked=not_asked&reached=reached&hasJob=true&state=failed&direction=inbound&campaign=Spring&weekday=1&hour=9&to=2026-03-31&time=receivedAt',
    );
  });

  it('ignores unknown values in the URL', () => {
    expect(
      isFiltered(
        parseQuery(
          'label=furious&topic=weather&booking=maybe&asked=maybe&reached=no&hasJob=false&state=toString&direction=up&agent=Paul&from=yesterday&to=2026-13-45&range=year&time=never',
        ),
      ),
    ).toBe(false);
  });

  it('truncates searches to the length that the API accepts', () => {
    expect(parseQuery(`search=${'x'.repeat(201)}`).search).toHaveLength(200);
  });

  it("converts status groups to API states, and lets the API resolve days in the account's time zone", () => {
    expect(toApiFilters(parseQuery('state=processing&from=2026-03-30&to=2026-03-30&time=receivedAt'))).toEqual({
      state: 'received,queued,released,running',
      from: '2026-03-30',
      to: '2026-03-30',
      time: 'receivedAt',
    });
  });

  it("reads filters that were saved in the API's format", () => {
    const savedFilters = parseQuery(
      'search=warm&label=negative&topic=delay&booking=lead&asked=asked&reached=unclear&hasJob=true&state=processing&direction=inbound&agent=0b9d5b0e-2f2c-4c8a-8f5d-4a1f6f0f7d11&range=7d',
    );
    expect(fromApiFilters({ ...toApiFilters(savedFilters) })).toEqual(savedFilters);
  });

  it("converts a group of bookings to the API's format", () => {
    expect(toApiFilters(parseQuery('booking=not_booked'))).toEqual({
      booking: 'not_booked_undecided,not_booked_unreached,not_booked_other',
    });
    expect(toApiFilters(parseQuery('booking=not_a_lead'))).toEqual({ booking: 'not_a_lead' });
  });

  it('omits search terms shorter than the API accepts', () => {
    expect(toApiFilters(parseQuery('search=+a+'))).toEqual({});
    expect(toApiFilters(parseQuery('search=+ab+'))).toEqual({ search: 'ab' });
  });

  it('adds the same filters to the export URL', () => {
    expect(exportPath(parseQuery(''))).toBe('/api/calls/export.csv');
    expect(exportPath(parseQuery('search=a%26b&label=needs_review'))).toBe(
      '/api/calls/export.csv?search=a%26b&sentiment=needs_review',
    );
  });
});
