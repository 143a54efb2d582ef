-- Makes ringwell the owner of the database and everything in it, without other privileges, because a superuser could run
-- programs on the server's machine (copy … to program) and read its files. A superuser runs this in the product's
-- database, and can run it repeatedly. The setting ringwell.product_password contains the password.
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
  -- Includes tables, functions and text search configurations. Extensions and their parts keep their owner. The sequence
  -- of a column has the owner of its table.
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
