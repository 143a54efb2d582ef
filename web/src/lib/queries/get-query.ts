import { queryOptions, type UseQueryOptions } from '@tanstack/react-query';

import { api, unwrap } from '../../api/client';
import type { paths } from '../../api/schema';

/** API paths that respond to GET with JSON. */
type GetPath = { [Path in keyof paths]: ResponseData<Path> extends never ? never : Path }[keyof paths];

type ResponseData<Path extends keyof paths> = paths[Path] extends {
  get: { responses: { 200: { content: { 'application/json': infer Data } } } };
}
  ? Data
  : never;

type PathParameters<Path extends keyof paths> = paths[Path] extends { get: { parameters: infer All } }
  ? Pick<All, Extract<keyof All, 'path' | 'query'>>
  : never;

type Options<Path extends keyof paths> = PathParameters<Path> &
  Omit<UseQueryOptions<ResponseData<Path>, Error, ResponseData<Path>, readonly unknown[]>, 'queryKey' | 'queryFn'>;

type OptionArguments<Path extends keyof paths> =
  Partial<PathParameters<Path>> extends PathParameters<Path> ? [options?: Options<Path>] : [options: Options<Path>];

/** A query that gets data from the API. The options include the parameters in the path and the query string. */
export function getQuery<Path extends GetPath>(
  queryKey: readonly unknown[],
  apiPath: Path,
  ...[options]: OptionArguments<Path>
) {
  const { path, query, ...queryOptionsFromCaller } = (options ?? {}) as Options<Path> & {
    path?: object;
    query?: object;
  };
  const get = api.GET as (url: string, init: object) => Promise<{ data?: ResponseData<Path>; response: Response }>;
  return queryOptions<ResponseData<Path>, Error, ResponseData<Path>, readonly unknown[]>({
    queryKey,
    queryFn: ({ signal }) => unwrap(get(apiPath, { params: { path, query }, signal })),
    ...queryOptionsFromCaller,
  });
}
