import { MIN_SEARCH_LENGTH } from '@ringwell/domain/text/search-length';

import type { ApiQuery } from '../../api/types';

export const SORTS = ['recent', 'calls', 'risk', 'name'] as const;
export type CustomerSort = (typeof SORTS)[number];

/** The list's filters, stored in the URL. */
export interface CustomerFilters {
  search: string;
  sort: CustomerSort;
  atRisk: boolean;
  waiting: boolean;
}

const MAX_SEARCH_LENGTH = 100;

export function parseFilters(params: URLSearchParams): CustomerFilters {
  return {
    search: (params.get('search') ?? '').slice(0, MAX_SEARCH_LENGTH),
    sort: SORTS.find((sort) => sort === params.get('sort')) ?? 'recent',
    atRisk: params.get('atRisk') === 'true',
    waiting: params.get('waiting') === 'true',
  };
}

export function toSearchParams({ search, sort, atRisk, waiting }: CustomerFilters): URLSearchParams {
  return new URLSearchParams({
    ...(search.trim() !== '' && { search }),
    ...(sort !== 'recent' && { sort }),
    ...(atRisk && { atRisk: 'true' }),
    ...(waiting && { waiting: 'true' }),
  });
}

export function isFiltered({ search, atRisk, waiting }: CustomerFilters): boolean {
  return search.trim() !== '' || atRisk || waiting;
}

export function toApiQuery({ search, sort, atRisk, waiting }: CustomerFilters): ApiQuery<'/api/customers'> {
  const text = search.trim();
  return {
    sort,
    ...(text.length >= MIN_SEARCH_LENGTH && { search: text }),
    ...(atRisk && { atRisk }),
    ...(waiting && { waiting }),
  };
}
