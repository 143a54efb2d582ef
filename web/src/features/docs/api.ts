import { queryOptions } from '@tanstack/react-query';

import { api, dataOf } from '../../api/client';
import type { OpenApi } from './openapi';

// The OpenAPI document. Cast to the types of the standard, because the generated types do not describe it.
export const openApiQuery = queryOptions({
  queryKey: ['openapi'],
  queryFn: async ({ signal }): Promise<OpenApi> =>
    (await dataOf<unknown>(api.GET('/api/openapi.json', { signal }))) as OpenApi,
});
