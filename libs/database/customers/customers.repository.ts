import { attemptUntilUnchanged } from '../postgres/attempt';
import { preparedRow, preparedRows } from '../postgres/prepared';
import { rows, SqlRepository } from '../postgres/sql';

/** SQL for the customer with a key, and whether a call with this name renames them. Takes SQL expressions. */
export const customerWithKeySql = (accountId: string, key: string, name: string): string => `
  select customers.id, ${name}::text is not null and customers.name is distinct from ${name}
    and not is_name_corrected as "isRenamed"
  from customer_keys join customers on customers.account_id = customer_keys.account_id
    and customers.id = customer_keys.customer_id
  where customer_keys.account_id = ${accountId} and customer_keys.key = ${key}`;

export class CustomersRepository extends SqlRepository {
  /**
   * Returns the id of the customer with this key, adding the customer if needed. A name replaces the name from earlier
   * calls, but not one that a user entered.
   */
  async findOrCreate(accountId: string, key: string, name: string | null): Promise<string> {
    return (await this.findAndRename(accountId, key, name)) ?? this.add(accountId, key, name);
  }

  private async findAndRename(accountId: string, key: string, name: string | null): Promise<string | undefined> {
    const row = await preparedRow<{ id: string; isRenamed: boolean }>(
      this.manager,
      customerWithKeySql('$1', '$2', '$3'),
      [accountId, key, name],
    );
    if (row?.isRenamed) {
      await this.rows('update customers set name = $3 where account_id = $1 and id = $2 and not is_name_corrected', [
        accountId,
        row.id,
        name,
      ]);
    }
    return row?.id;
  }

  /**
   * Adds a customer with this key, unless one already exists. Concurrent statements with the same key may each add a
   * customer; all but one are then removed.
   * @returns the id of the customer with this key
   */
  async add(accountId: string, key: string, name: string | null): Promise<string> {
    const created = await this.row<{ insertedId: string; id: string }>(
      `
      with customer as (
        insert into customers (account_id, name) values ($1, $3) returning id
      ), added as (
        insert into customer_keys (account_id, key, customer_id) select $1, $2, id from customer
        on conflict (account_id, key) do update set customer_id = customer_keys.customer_id
        returning customer_id
      )
      select customer.id as "insertedId", added.customer_id as id from customer, added`,
      [accountId, key, name],
    );
    if (created === undefined) throw new Error('A customer was neither found nor created.');
    if (created.insertedId !== created.id) {
      await this.rows('delete from customers where account_id = $1 and id = $2', [accountId, created.insertedId]);
    }
    return created.id;
  }

  async listKeys(accountId: string, customerId: string): Promise<string[]> {
    return this.values<string>('select key from customer_keys where account_id = $1 and customer_id = $2', [
      accountId,
      customerId,
    ]);
  }

  async findIdByKey(accountId: string, key: string): Promise<string | null> {
    const row = await preparedRow<{ id: string }>(
      this.manager,
      'select customer_id as id from customer_keys where account_id = $1 and key = $2',
      [accountId, key],
    );
    return row?.id ?? null;
  }

  /** Like `findIdByKey`, but includes the customer's name. */
  async findByKey(accountId: string, key: string): Promise<{ id: string; name: string | null } | null> {
    const row = await preparedRow<{ id: string; name: string | null }>(
      this.manager,
      `
      select customers.id, customers.name from customer_keys join customers on customers.account_id = $1
        and customers.id = customer_keys.customer_id
      where customer_keys.account_id = $1 and customer_keys.key = $2`,
      [accountId, key],
    );
    return row ?? null;
  }

  /** Serializes transactions that change these customers' follow-ups. */
  async lock(accountId: string, ...customerIds: readonly string[]): Promise<void> {
    if (customerIds.length === 0) return;
    await preparedRows(
      this.manager,
      'select from customers where account_id = $1 and id = any($2::uuid[]) order by id for update',
      [accountId, customerIds],
    );
  }

  /**
   * Returns a call's customer and locks the key, so that it can't move to another customer until the transaction ends.
   * Returns null if nothing identifies the customer.
   */
  async findByCallForShare(accountId: string, callId: string): Promise<string | null> {
    const row = await preparedRow<{ id: string }>(
      this.manager,
      `
      select customer_keys.customer_id as id
      from calls join customer_keys on customer_keys.account_id = calls.account_id
        and customer_keys.key = calls.customer_key
      where calls.account_id = $1 and calls.id = $2 for share of customer_keys`,
      [accountId, callId],
    );
    return row?.id ?? null;
  }

  /** Like `findByCallForShare` followed by `lock`, but usually takes only one statement. */
  async lockByCall(accountId: string, callId: string): Promise<string | null> {
    const locked = await preparedRow<{ id: string }>(
      this.manager,
      `
      with held as (
        select customer_keys.customer_id as id
        from calls join customer_keys on customer_keys.account_id = calls.account_id
          and customer_keys.key = calls.customer_key
        where calls.account_id = $1 and calls.id = $2 for share of customer_keys
      )
      select id from customers where account_id = $1 and id = (select id from held) for update`,
      [accountId, callId],
    );
    if (locked) return locked.id;
    // The key may just have moved to a customer that this statement couldn't see yet.
    const customerId = await this.findByCallForShare(accountId, callId);
    if (customerId !== null) await this.lock(accountId, customerId);
    return customerId;
  }

  /** Like `findIdByKey`, but locks the key, so that it can't move to another customer until the transaction ends. */
  async findByKeyForShare(accountId: string, key: string): Promise<string | null> {
    const row = await this.row<{ id: string }>(
      'select customer_id as id from customer_keys where account_id = $1 and key = $2 for share',
      [accountId, key],
    );
    return row?.id ?? null;
  }

  /** Deletes the customer with this key unless they have calls or follow-ups. */
  async deleteUnused(accountId: string, key: string): Promise<void> {
    const id = await this.findIdByKey(accountId, key);
    if (id === null) return;
    await this.manager.transaction(async (manager) => {
      // One of their calls may be finishing. Only statements after the lock see what it wrote.
      await new CustomersRepository(manager).lockWithKeys(accountId, id);
      await rows(
        manager,
        `
        delete from customers where account_id = $1 and id = $2
          and not exists (select from follow_ups where account_id = $1 and customer_id = $2)
          and not exists (select from customer_keys held join calls on calls.account_id = held.account_id
            and calls.customer_key = held.key where held.account_id = $1 and held.customer_id = $2)`,
        [accountId, id],
      );
    });
  }

  /** Locks customers and their keys. Runs that are finishing one of their calls wait for the locks. */
  async lockWithKeys(accountId: string, ...customerIds: readonly string[]): Promise<void> {
    await this.rows(
      'select from customer_keys where account_id = $1 and customer_id = any($2::uuid[]) order by key for update',
      [accountId, customerIds],
    );
    await this.lock(accountId, ...customerIds);
  }

  /**
   * Like `lockWithKeys`, but for customers that a query finds. Retries if a merge moves their keys to another customer
   * before they're locked.
   */
  lockByQuery(accountId: string, find: () => Promise<{ id: string }[]>): Promise<string[]> {
    return attemptUntilUnchanged(this.manager, async () => {
      const lockedIds = new Set((await find()).map(({ id }) => id));
      await this.lockWithKeys(accountId, ...lockedIds);
      const ids = (await find()).map(({ id }) => id);
      return ids.every((id) => lockedIds.has(id)) ? ids : undefined;
    });
  }
}
