/** Triggers on `calls` that update the direction of follow-ups and the storage used by accounts. */
export const CALLS_TRIGGERS = `
create function follow_up_call_chosen() returns trigger language plpgsql as $$
  begin
    new.direction := (select direction from calls where id = new.call_id);
    return new;
  end
$$;

create function call_direction_changed() returns trigger language plpgsql as $$
  begin
    update follow_ups set direction = new.direction where call_id = new.id;
    return null;
  end
$$;

create function account_storage_add() returns trigger language plpgsql as $$
  begin
    insert into account_storage as storage (account_id, bytes)
    select account_id, sum(recording_bytes) from added
    where recording_key is not null and recording_bytes is not null
    group by account_id order by account_id
    on conflict (account_id) do update set bytes = storage.bytes + excluded.bytes;
    return null;
  end
$$;

create function account_storage_subtract() returns trigger language plpgsql as $$
  begin
    update account_storage storage set bytes = storage.bytes - gone.bytes
    from (
      select account_id, sum(recording_bytes) as bytes from removed
      where recording_key is not null and recording_bytes is not null group by account_id
    ) gone
    where storage.account_id = gone.account_id;
    return null;
  end
$$;

create function account_storage_change() returns trigger language plpgsql as $$
  begin
    insert into account_storage as storage (account_id, bytes)
    values (
      new.account_id,
      case when new.recording_key is null then 0 else coalesce(new.recording_bytes, 0) end
        - case when old.recording_key is null then 0 else coalesce(old.recording_bytes, 0) end
    )
    on conflict (account_id) do update set bytes = storage.bytes + excluded.bytes;
    return null;
  end
$$;

create function count_account_storage(of_account uuid) returns void language plpgsql as $$
  begin
    insert into account_storage (account_id) select id from accounts where id = of_account on conflict do nothing;
    perform from account_storage where account_id = of_account for update;
    update account_storage set bytes = (
      select coalesce(sum(recording_bytes), 0) from calls where account_id = of_account and recording_key is not null)
    where account_id = of_account;
  end
$$;

create trigger account_storage_add after insert on calls referencing new table as added for each statement
  execute function account_storage_add();
create trigger account_storage_change after update of recording_key, recording_bytes on calls
  for each row when (((old.recording_key is null) is distinct from (new.recording_key is null))
  or (old.recording_bytes is distinct from new.recording_bytes)) execute function account_storage_change();
create trigger account_storage_subtract after delete on calls referencing old table as removed
  for each statement when (coalesce(current_setting('ringwell.deletes_account', true), '') <> 'true')
  execute function account_storage_subtract();
create constraint trigger call_direction_changed after update of direction
  on calls deferrable initially deferred for each row when (old.direction is distinct from new.direction)
  execute function call_direction_changed();
create trigger follow_up_call_chosen before update of call_id on follow_ups
  for each row when (old.call_id is distinct from new.call_id) execute function follow_up_call_chosen();
create trigger follow_up_opened before insert on follow_ups for each row execute function follow_up_call_chosen();
`;
