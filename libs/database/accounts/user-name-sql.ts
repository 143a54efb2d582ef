/** SQL of the name of a row of `users`; null if there is no row. */
export const userName = (alias: string): string =>
  `nullif(trim(concat_ws(' ', ${alias}.first_name, ${alias}.last_name)), '')`;

/** SQL of the name of a row of `users`, or else the email. */
export const userNameOrEmail = (alias: string): string => `coalesce(${userName(alias)}, ${alias}.email)`;
