/** SQL for a user's name, from a row of `users`; null if there is no row. */
export const userNameSql = (alias: string): string =>
  `nullif(trim(concat_ws(' ', ${alias}.first_name, ${alias}.last_name)), '')`;

/** SQL for a user's name, or else the email, from a row of `users`. */
export const userNameOrEmailSql = (alias: string): string => `coalesce(${userNameSql(alias)}, ${alias}.email)`;
