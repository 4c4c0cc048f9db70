-- Statements of one account run where its rows are, on the tables that Citus made of ours
-- (docs/decisions/0028-statements-run-on-the-shard.md). Every shard has a schema of views with the
-- names of our tables, so that statements and triggers run there as on a single database.

-- Creates the views of a shard: its own tables, the copies of reference tables, and our views.
create or replace function atelier_create_views(shard bigint, schema_name text) returns void
language plpgsql set citus.enable_ddl_propagation = off set client_min_messages = error set lock_timeout = '3s'
set search_path = public as $$
 declare
   named record;
   definition text := pg_get_viewdef('generation_with_job'::regclass);
 begin
   perform pg_advisory_xact_lock(hashtextextended(schema_name, 0));
   execute format('drop schema if exists %I cascade', schema_name);
   execute format('create schema %I', schema_name);
   for named in
     select relname as name, relname || '_' || own.shardid as source
     from pg_dist_shard asked
     join pg_dist_partition account on account.logicalrelid = asked.logicalrelid
     join pg_dist_partition other on other.colocationid = account.colocationid or other.partmethod = 'n'
     join pg_dist_shard own on own.logicalrelid = other.logicalrelid
       and (other.partmethod = 'n' or own.shardminvalue = asked.shardminvalue)
     join pg_class on pg_class.oid = other.logicalrelid
     where asked.shardid = shard and relnamespace = 'public'::regnamespace
   loop
     execute format('create view %I.%I as select * from public.%I', schema_name, named.name, named.source);
   end loop;
   perform set_config('search_path', schema_name, true);
   execute 'create view generation_with_job as ' || definition;
 end $$;

-- Runs one statement on a shard of `account` and returns its rows. It waits for a move of the shard;
-- if the shard has left, it fails and can be repeated.
create or replace function atelier_run(shard_table oid, statement text, given text[])
returns json language plpgsql set search_path = public as $$
 declare
   shard bigint := substring((select relname from pg_class where oid = shard_table) from '\d+$');
   schema_name text := 'atelier_' || shard;
   plan text := md5(statement) || '_' || shard;
   call text := format('execute %I', plan);
   found_row record;
   found_rows json[] := '{}';
 begin
   perform lock_shard_metadata(5, array[shard]);
   if not exists (select from pg_dist_placement join pg_dist_local_group using (groupid) where shardid = shard)
   then raise exception 'shard % has moved', shard using errcode = 'serialization_failure'; end if;
   if to_regclass(schema_name || '.account') is null then
     perform atelier_create_views(shard, schema_name);
   end if;
   -- New views wait for the statements that use the old ones: locked view by view, both would deadlock.
   perform pg_advisory_xact_lock_shared(hashtextextended(schema_name, 0));
   perform set_config('search_path', schema_name || ', public', true);

   if current_setting('atelier.plan_' || plan, true) is distinct from 'on' then
     if not exists (select from pg_prepared_statements where name = plan) then
       execute format('prepare %I as %s', plan, statement);
     end if;
     perform set_config('atelier.plan_' || plan, 'on', false);
   end if;
   if cardinality(given) > 0 then
     call := call || (select '(' || string_agg(quote_nullable(value), ', ' order by position) || ')'
       from unnest(given) with ordinality as parameter (value, position));
   end if;
   for found_row in execute call loop found_rows := found_rows || to_json(found_row); end loop;
   return to_json(found_rows);
 end $$;
