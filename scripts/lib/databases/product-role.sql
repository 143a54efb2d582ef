-- Makes ringwell the owner of the database and of all that is in it, without any other right: a superuser could run programs on the
-- machine of the server (copy … to program) and read its files. A superuser sends this to the product's database; it may be sent again.
-- The setting ringwell.product_password holds the password.
do $$
declare
  password text := current_setting('ringwell.product_password');
  statement text;
begin
  if not exists (select from pg_roles where rolname = 'ringwell') then
    create role ringwell;
  end if;
  execute format(
    'alter role ringwell with login password %L nosuperuser nocreatedb nocreaterole noreplication nobypassrls', password
  );
  execute format('alter database %I owner to ringwell', current_database());
  -- Tables, functions and configurations of the search. Extensions keep their owner, with all their parts; sequences of columns have
  -- that of their table.
  for statement in
    select format('alter %s %s owner to ringwell', object.type, object.identity)
    from pg_depend contained, pg_identify_object(contained.classid, contained.objid, 0) object
    where contained.refclassid = 'pg_namespace'::regclass and contained.refobjid = 'public'::regnamespace
      and contained.classid <> 'pg_extension'::regclass
      and not exists (
        select from pg_depend part
        where part.classid = contained.classid and part.objid = contained.objid
          and (part.deptype in ('e', 'i') or part.deptype = 'a' and object.type = 'sequence')
      )
      and not exists (
        select from pg_shdepend owned
        where owned.classid = contained.classid and owned.objid = contained.objid and owned.deptype = 'o'
          and owned.refclassid = 'pg_authid'::regclass and owned.refobjid = 'ringwell'::regrole
          and owned.dbid = (select oid from pg_database where datname = current_database())
      )
  loop
    execute statement;
  end loop;
end $$;
