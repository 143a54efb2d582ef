/**
 * Returns SQL that joins the user who represents an account in reports and messages: its first owner, preferably one
 * who can sign in.
 * @param accountId an SQL expression
 * @param alias the joined user's alias
 */
export function joinOwner(accountId: string, alias = 'owner'): string {
  return `left join lateral (
    select users.* from members join users on users.id = members.user_id
    where members.account_id = ${accountId} and members.role = 'owner'
    order by users.is_active desc, members.created_at, members.user_id limit 1) ${alias} on true`;
}
