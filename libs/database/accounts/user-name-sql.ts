/** SQL for the full name in a row of `users`; null if the row or the name is missing. */
export const userNameSql = (alias: string): string =>
  `nullif(trim(concat_ws(' ', ${alias}.first_name, ${alias}.last_name)), '')`;

/** SQL for the full name in a row of `users`, or else the email address. */
export const userNameOrEmailSql = (alias: string): string => `coalesce(${userNameSql(alias)}, ${alias}.email)`;
