import { apiFilters, exportPath, filtersIn, isFiltered, paramsWith } from './call-filters';

const filters = (query: string): ReturnType<typeof filtersIn> => filtersIn(new URLSearchParams(query));

describe('the filters of the list of calls', () => {
  it('come from the URL and go back into it', () => {
    const read = filters('search=warm+air&label=negative&state=failed&direction=inbound&from=2026-03-01&to=2026-03-31');
    expect(read).toEqual({
      search: 'warm air',
      label: 'negative',
      state: 'failed',
      direction: 'inbound',
      from: '2026-03-01',
      to: '2026-03-31',
    });
    expect(paramsWith(read, { label: '', from: '' }).toString()).toBe(
      'search=warm+air&state=failed&direction=inbound&to=2026-03-31',
    );
  });

  it('leave out what means nothing', () => {
    expect(isFiltered(filters('label=furious&state=toString&direction=up&from=yesterday&to=2026-13-45'))).toBe(false);
  });

  it('ask the API for states by its own names and for whole days where the reader is', () => {
    const { state, from, to } = apiFilters(filters('state=processing&from=2026-03-30&to=2026-03-30'));
    expect(state).toBe('received,queued,released,running');
    expect(new Date(from ?? '')).toEqual(new Date('2026-03-30T00:00:00'));
    expect(new Date(to ?? '')).toEqual(new Date('2026-03-31T00:00:00'));
  });

  it('do not search for less than the API takes', () => {
    expect(apiFilters(filters('search=+a+'))).toEqual({});
    expect(apiFilters(filters('search=+ab+'))).toEqual({ search: 'ab' });
  });

  it('narrow the exported table alike', () => {
    expect(exportPath(filters(''))).toBe('/api/calls/export.csv');
    expect(exportPath(filters('search=a%26b&label=positive'))).toBe(
      '/api/calls/export.csv?search=a%26b&sentiment=positive',
    );
  });
});
