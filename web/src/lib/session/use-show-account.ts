import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from 'react-router';

import { switchAccount, userQuery } from './session';

/** Opens a page after the current one has changed the session's account. */
export function useShowAccount(): (path: string) => void {
  const client = useQueryClient();
  const navigate = useNavigate();
  return (path) => {
    // Clears the user first, because the previous account's page would request data the new account doesn't have.
    void client.resetQueries({ queryKey: userQuery.queryKey });
    setTimeout(() => {
      void navigate(path);
      void switchAccount(client);
    });
  };
}
