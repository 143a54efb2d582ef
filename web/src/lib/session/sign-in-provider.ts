import { getQuery } from '../queries/get-query';

/** How people sign in on this installation. */
export const signInProviderQuery = getQuery(['auth', 'provider'], '/api/auth/provider');
