import { queryOptions } from '@tanstack/react-query';

import { api, dataOf } from '../../api/client';
import type { OpenApi } from './openapi';

/** The API's own description. It is typed by the standard it follows, not by itself. */
export const openApiQuery = queryOptions({
  queryKey: ['openapi'],
  queryFn: async ({ signal }): Promise<OpenApi> =>
    (await dataOf<unknown>(api.GET('/api/openapi.json', { signal }))) as OpenApi,
});
