import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from 'react-router';

import { switchAccount, userQuery } from './session';

/** Opens a page of the session's account, which this page has just changed. */
export function useShowAccount(): (path: string) => void {
  const client = useQueryClient();
  const navigate = useNavigate();
  return (path) => {
    // Has no user for a moment: the page of the previous account would request data that this one does not have.
    void client.resetQueries({ queryKey: userQuery.queryKey });
    setTimeout(() => {
      void navigate(path);
      void switchAccount(client);
    });
  };
}
