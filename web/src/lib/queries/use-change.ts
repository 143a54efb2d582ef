import {
  useMutation,
  useQueryClient,
  type QueryKey,
  type UseMutationOptions,
  type UseMutationResult,
} from '@tanstack/react-query';

import { COPY } from '../copy';
import { toastServerMessage } from '../messages/failure-toast';
import { toast } from '../messages/toast-store';

export interface ChangeOptions<Result, Input> extends UseMutationOptions<Result, Error, Input> {
  /** Text of the toast after a success. None if it's null. */
  succeeded?: string | ((result: Result, input: Input) => string | null);
  /** Text of the toast after a failure, unless the API's response has one. */
  failed?: string;
  /** The query whose data the response replaces. */
  replaces?: QueryKey;
  /** The queries to refetch after a success. */
  refetch?: readonly QueryKey[];
  /** The queries to refetch even after a failure, because the data may have changed elsewhere. */
  refetchAlways?: readonly QueryKey[];
}

/** A mutation that reports its outcome in toasts, and updates the queries it affects. */
export function useChange<Result, Input>({
  succeeded = () => null,
  failed,
  replaces,
  refetch = [],
  refetchAlways = [],
  ...options
}: ChangeOptions<Result, Input>): UseMutationResult<Result, Error, Input> {
  const client = useQueryClient();
  const refetchAll = (keys: readonly QueryKey[]): Promise<unknown> =>
    Promise.all(keys.map((queryKey) => client.invalidateQueries({ queryKey })));
  return useMutation({
    ...options,
    onSuccess: async (...args) => {
      const [result, input] = args;
      if (replaces) client.setQueryData(replaces, result);
      const description = typeof succeeded === 'string' ? succeeded : succeeded(result, input);
      if (description !== null) toast({ title: COPY.success, description });
      await Promise.all([options.onSuccess?.(...args), refetchAll(refetch)]);
    },
    onError: (...args) => {
      if (failed !== undefined) toastServerMessage(args[0], failed);
      return options.onError?.(...args);
    },
    onSettled: async (...args) => {
      await Promise.all([options.onSettled?.(...args), refetchAll(refetchAlways)]);
    },
  });
}
