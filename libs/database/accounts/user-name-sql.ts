/** SQL for a user's name, from a row of `users`; null if there is no row. */
export const userName = (alias: string): string =>
  `nullif(trim(concat_ws(' ', ${alias}.first_name, ${alias}.last_name)), '')`;

/** SQL for a user's name, or else the email, from a row of `users`. */
export const userNameOrEmail = (alias: string): string => `coalesce(${userName(alias)}, ${alias}.email)`;
