-- The schema (docs/data.md). Every key of a table that belongs to accounts contains account_id, so
-- that the tables can be distributed by account. Rows of account, generation and credit_entry are
-- never deleted and are inserted by the statements that charge: instead of checking foreign keys
-- with every charge, these tables refuse a deletion.

-- Types. PostgreSQL reads a table's check constraints anew with every statement that writes to it, which took a
-- quarter of a charge: words are enumerations and amounts are domains, whose checks it keeps.

create domain credit_amount as integer constraint not_negative check (value >= 0);
create domain milliseconds as integer constraint not_negative check (value >= 0);
create domain positive_integer as integer constraint positive check (value > 0);
create type theme as enum ('dark', 'light', 'system');
create type account_role as enum ('owner', 'operator', 'support', 'finance');
create type generation_status as enum ('open', 'completed', 'partial', 'failed');
create type job_status as enum ('pending', 'processing');
create type job_step as enum ('submit', 'await', 'poll', 'collect', 'store');
create type entry_reason as enum
  ('grant', 'purchase', 'charge', 'refund', 'reversal', 'return', 'correction', 'repayment', 'allowance');
create type account_approval as enum ('waiting', 'rejected');
create type media_role as enum ('input', 'output');

-- Accounts and their credentials

create function refuse_change() returns trigger language plpgsql as $$
 begin raise exception '% on % is refused: its rows are kept', tg_op, tg_table_name; end $$;

create table account (
  id uuid primary key,
  email text not null,
  name text,
  issuer text,
  subject text,
  role account_role,
  credits credit_amount not null default 0,
  has_paid boolean not null default false,
  owed credit_amount not null default 0,
  daily_cap positive_integer,
  job_ceiling positive_integer,
  spent credit_amount not null default 0,
  spent_day integer not null default 0,
  renews_day integer not null default 0,
  starts_until timestamptz not null default now(),
  default_public boolean not null default true,
  mail_when_finished boolean not null default false,
  language text,
  theme theme,
  suspended_at timestamptz,
  approval account_approval,
  approval_note text,
  awaited_credits credit_amount not null default 0,
  deleted_at timestamptz,
  purge_at timestamptz,
  successor_id uuid,
  debt_moved credit_amount not null default 0,
  last_number integer not null default 0,
  last_entry integer not null default 0,
  created_at timestamptz not null default now()
) with (fillfactor = 70);

create trigger account_keeps_rows before delete on account
  for each row execute function refuse_change();
create trigger account_keeps_all_rows before truncate on account
  for each statement execute function refuse_change();

-- Also finds addresses by their beginning.
create index account_email on account (lower(email) text_pattern_ops);

-- Finds names of one or two characters, and the beginnings of others.
create index account_short_name on account (lower(name) text_pattern_ops);

-- Which account an e-mail address or an identity belongs to: unique among all accounts, also where
-- these are distributed.
create table account_name (
  name text primary key,
  account_id uuid not null
);

create index account_name_account on account_name (account_id);

-- Accounts that wait for approval: few at a time.
create index account_waiting on account (created_at) where approval = 'waiting';

create index account_purge on account (purge_at) where purge_at is not null;

create index account_successor on account (successor_id) where successor_id is not null;

-- Parts of addresses and names are found by trigrams where PostgreSQL has them (its contrib
-- modules) and lets us use them; elsewhere each account is read.
do $$ begin
  create extension if not exists pg_trgm;
  create index account_words on account using gin (email gin_trgm_ops, name gin_trgm_ops);
exception when undefined_file or insufficient_privilege or feature_not_supported or undefined_object then
  raise notice 'accounts are searched without an index: %', sqlerrm;
end $$;

create table deleted_identity (
  identity_hash bytea primary key,
  account_id uuid not null,
  has_signup_grant boolean not null,
  created_at timestamptz not null default now()
);

create index deleted_identity_account on deleted_identity (account_id);

create table session (
  id uuid not null,
  account_id uuid not null references account,
  token_hash bytea not null,
  user_agent text,
  created_at timestamptz not null default now(),
  last_seen_at timestamptz not null default now(),
  expires_at timestamptz not null,
  primary key (account_id, id),
  unique (token_hash, account_id)
);

create table sign_in_used (
  state_hash bytea primary key,
  used_at timestamptz not null default now()
);

create table api_key (
  id uuid not null,
  account_id uuid not null references account,
  name text not null,
  key_hash bytea not null,
  hint text not null default '',
  scopes text[] not null default '{read,create}' check (scopes <@ '{read,create}' and scopes <> '{}'),
  starts_until timestamptz not null default now(),
  created_at timestamptz not null default now(),
  last_used_at timestamptz,
  revoked_at timestamptz,
  primary key (account_id, id),
  unique (key_hash, account_id)
);

-- A generation is written when it is charged and when it ends; its work in between is its job's.
-- Ids are led by time, so the primary key grows at its end; an id alone finds its row, too.

-- Generations and their jobs

create table generation (
  id uuid not null,
  account_id uuid not null,
  request_id text not null,
  kind text not null,
  generation_type text not null,
  model text not null,
  model_version integer not null default 1,
  input jsonb not null,
  price integer not null,
  requested positive_integer not null,
  refunded credit_amount not null default 0,
  status generation_status not null default 'open',
  is_public boolean not null default true,
  is_favorite boolean not null default false,
  is_sample boolean not null default false,
  tags text[] not null default '{}',
  terms text[] collate "C" not null default '{}',
  number integer not null,
  parent_id uuid,
  request_hash bytea,
  http_request_id text,
  webhook_token uuid not null default gen_random_uuid(),
  provider_job jsonb,
  seed text,
  answer text,
  error_code text,
  error_message text,
  refund_attempts integer not null default 0,
  submit_started_at timestamptz,
  run_ms milliseconds,
  created_at timestamptz not null default now(),
  started_at timestamptz,
  completed_at timestamptz,
  updated_at timestamptz not null default now(),
  deleted_at timestamptz,
  removed_at timestamptz,
  removal_note text,
  primary key (id, account_id),
  constraint generation_request unique (request_id, account_id),
  constraint generation_refund check (refunded <= price)
);

create trigger generation_keeps_rows before delete on generation
  for each row execute function refuse_change();
create trigger generation_keeps_all_rows before truncate on generation
  for each statement execute function refuse_change();

create unique index generation_number on generation (account_id, kind, number);

-- Changes of an open generation are its job's.
create index generation_changes on generation (account_id, updated_at) where status <> 'open';

create index generation_failed on generation (completed_at) where status = 'failed';

create table job (
  generation_id uuid not null,
  account_id uuid not null,
  kind text not null,
  status job_status not null default 'pending',
  step job_step not null,
  next_step_at timestamptz not null,
  lease_token uuid,
  lease_until timestamptz,
  attempts integer not null default 0,
  polls integer not null default 0,
  deadline timestamptz not null,
  submit_started_at timestamptz,
  provider_job jsonb,
  queue_position integer,
  progress integer,
  preview text,
  started_at timestamptz,
  run_ms milliseconds,
  finished_at timestamptz,
  provider_output jsonb,
  is_resumed boolean not null default false,
  cancel_requested_at timestamptz,
  trace_context text,
  updated_at timestamptz not null default now(),
  primary key (account_id, generation_id)
) with (fillfactor = 60, autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 5000);

create index job_due on job (next_step_at);

-- The generation that a job of a provider belongs to: exactly one, open or ended.
create table provider_request (
  request_id text not null,
  provider text not null,
  account_id uuid not null,
  generation_id uuid not null,
  primary key (request_id, provider)
);

-- Deleted generations that can be restored until then.
create table purge (
  generation_id uuid not null,
  account_id uuid not null,
  purge_at timestamptz not null,
  primary key (generation_id, account_id)
);

create index purge_due on purge (purge_at);

create index purge_account on purge (account_id);

-- A generation with the state of its job, as everything but the steps reads it.
create view generation_with_job as
 select generation.id, generation.account_id, request_id, generation.kind, generation_type, model, model_version, input, price,
   requested, refunded, coalesce(job.status::text, generation.status::text) as status, is_public, is_favorite, is_sample,
   tags, terms, number, parent_id, request_hash, http_request_id, webhook_token, seed, answer, error_code, error_message,
   refund_attempts, created_at, completed_at, deleted_at, removed_at, removal_note,
   coalesce(job.provider_job, generation.provider_job) as provider_job,
   coalesce(job.run_ms, generation.run_ms) as run_ms,
   coalesce(job.started_at, generation.started_at) as started_at,
   greatest(job.updated_at, generation.updated_at) as updated_at,
   step, next_step_at, lease_token, lease_until, coalesce(attempts, 0) as attempts, coalesce(polls, 0) as polls,
   deadline, coalesce(job.submit_started_at, generation.submit_started_at) as submit_started_at, queue_position, progress, preview, finished_at, provider_output,
   coalesce(is_resumed, false) as is_resumed, cancel_requested_at, trace_context
 from generation left join job on job.generation_id = generation.id and job.account_id = generation.account_id;

-- Histories: docs/decisions/0015-history-in-blocks.md, src/core/history/queries/README.md

create table history_block (
  account_id uuid not null references account,
  kind text not null,
  block integer not null,
  live bit(1024) not null,
  favorites bit(1024) not null,
  credits bigint not null,
  first_at timestamptz not null,
  last_at timestamptz not null,
  is_sealed boolean not null default false,
  primary key (account_id, kind, block)
);

create index history_block_unsealed on history_block (account_id) where not is_sealed;

create table history_part (
  account_id uuid not null references account,
  kind text not null,
  part integer not null,
  records integer not null,
  favorites integer not null,
  credits bigint not null,
  primary key (account_id, kind, part)
);

create table history_term (
  account_id uuid not null references account,
  kind text not null,
  term text collate "C" not null,
  block integer not null,
  bits bit(1024) not null,
  primary key (account_id, kind, term, block) include (bits)
);

create table history_text (
  account_id uuid not null references account,
  kind text not null,
  block integer not null,
  below integer not null,
  numbers integer[] not null,
  texts text[] collate "C" not null,
  primary key (account_id, kind, block)
);

-- Decompressing it would take longer than reading it.
alter table history_text alter column texts set storage external, alter column numbers set storage external;

create table history_task (
  account_id uuid primary key,
  due_at timestamptz not null default now()
);

create index history_task_due on history_task (due_at);

create table generation_tag (
  account_id uuid not null,
  kind text not null,
  tag text not null,
  number integer not null,
  primary key (account_id, kind, tag, number)
);

create function change_history() returns trigger language plpgsql as $$
 declare
   was integer := (old.deleted_at is null)::integer;
   is_now integer := (new.deleted_at is null)::integer;
   was_favorite integer := (old.deleted_at is null and old.is_favorite)::integer;
   is_favorite_now integer := (new.deleted_at is null and new.is_favorite)::integer;
   more integer := is_now * (new.price - new.refunded) - was * (old.price - old.refunded);
 begin
   update history_block set
     live = set_bit(live, new.number % 1024, is_now),
     favorites = set_bit(favorites, new.number % 1024, is_favorite_now),
     credits = credits + more
   where account_id = new.account_id and kind = new.kind and block = new.number / 1024;
   update history_part set
     records = records + is_now - was, favorites = favorites + is_favorite_now - was_favorite, credits = credits + more
   where account_id = new.account_id and kind = new.kind and part = new.number / 32768;
   return null;
 end $$;

create trigger generation_changes_history after update of deleted_at, is_favorite, price, refunded on generation
 for each row when ((old.deleted_at is null, old.is_favorite, old.price, old.refunded)
   is distinct from (new.deleted_at is null, new.is_favorite, new.price, new.refunded))
 execute function change_history();

create function remove_texts() returns trigger language plpgsql as $$
 begin
   delete from history_text
   where account_id = new.account_id and kind = new.kind and block = new.number / 1024;
   return null;
 end $$;

create trigger generation_removes_texts after update of terms on generation
 for each row when (old.terms is distinct from new.terms and old.status <> 'open') execute function remove_texts();

create function change_tags() returns trigger language plpgsql as $$
 begin
   delete from generation_tag where account_id = new.account_id and kind = new.kind
     and number = new.number and tag = any (old.tags) and tag <> all (new.tags);
   insert into generation_tag (account_id, kind, tag, number)
   select new.account_id, new.kind, tag, new.number from unnest(new.tags) as tag
   on conflict do nothing;
   return null;
 end $$;

create trigger generation_changes_tags after update of tags on generation
 for each row when (old.tags is distinct from new.tags) execute function change_tags();

-- The ledger

-- Numbered per account under the lock of its row: no gap, and in the order of the balances.
create table credit_entry (
  account_id uuid not null,
  number integer not null,
  generation_id uuid,
  payment_id uuid,
  reason entry_reason not null,
  credits integer not null,
  balance_after credit_amount not null,
  note text,
  renews_day integer,
  created_at timestamptz not null default now(),
  primary key (account_id, number),
  constraint credit_entry_sign check (
    credits = 0 and reason = 'charge'
    or credits <> 0 and (reason in ('charge', 'reversal', 'correction', 'repayment')) = (credits < 0)),
  constraint credit_entry_generation check ((reason in ('charge', 'refund')) = (generation_id is not null)),
  constraint credit_entry_payment check (payment_id is null or reason in ('purchase', 'reversal', 'return')),
  constraint credit_entry_allowance check ((reason = 'allowance') = (renews_day is not null))
);

create unique index credit_entry_once on credit_entry (generation_id, account_id, reason)
 where generation_id is not null;

create unique index credit_entry_purchase_once on credit_entry (payment_id, account_id) where reason = 'purchase';

create unique index credit_entry_allowance_once on credit_entry (account_id, renews_day) where renews_day is not null;

create index credit_entry_payment_of on credit_entry (payment_id) where payment_id is not null;

-- The reasons that people gave for refunds are deleted with their account.
create index credit_entry_refund_notes on credit_entry (account_id) where reason = 'refund' and note is not null;

create trigger credit_entry_keeps_rows before delete on credit_entry
  for each row execute function refuse_change();
create trigger credit_entry_keeps_all_rows before truncate on credit_entry
  for each statement execute function refuse_change();

create trigger credit_entry_keeps_amounts before update on credit_entry for each row
 when (new.note is not null or to_jsonb(new) - 'note' is distinct from to_jsonb(old) - 'note')
 execute function refuse_change();

create function repay_debt() returns trigger language plpgsql as $$
 declare
   due integer;
   balance integer;
   entry integer;
 begin
   select least(owed, credits) into due from account where id = new.account_id and owed > 0 for update;
   if due > 0 then
     update account set owed = owed - due, credits = credits - due, last_entry = last_entry + 1
     where id = new.account_id returning credits, last_entry into balance, entry;
     insert into credit_entry (account_id, number, reason, credits, balance_after)
     values (new.account_id, entry, 'repayment', -due, balance);
   end if;
   return null;
 end $$;

create trigger credit_entry_repays after insert on credit_entry for each row when (new.credits > 0)
 execute function repay_debt();

create table statement_block (
  account_id uuid not null references account,
  block integer not null,
  reason entry_reason not null,
  entries integer not null,
  credits_in bigint not null,
  credits_out bigint not null,
  first_number integer not null,
  last_number integer not null,
  first_at timestamptz not null,
  last_at timestamptz not null,
  primary key (account_id, block, reason)
);

-- Sums of entries by day read the rows of that day: they are stored in the order of their times, which an index of
-- block ranges follows with one row for 32 pages.
create index credit_entry_time on credit_entry using brin (created_at) with (pages_per_range = 32, autosummarize = on);

create table ledger_check (
  id bigint generated always as identity primary key,
  asked_by text not null,
  accounts integer not null,
  faults integer not null,
  found jsonb not null default '[]',
  started_at timestamptz not null,
  finished_at timestamptz not null default now()
);

-- Files

create table media (
  id uuid not null,
  account_id uuid not null references account,
  generation_id uuid,
  role media_role not null,
  position integer not null,
  storage_key text not null,
  thumbnail_key text,
  thumbnail_tried_at timestamptz,
  content_type text not null,
  bytes bigint not null,
  sha256 text not null,
  width integer,
  height integer,
  duration_ms integer,
  fps real,
  created_at timestamptz not null default now(),
  primary key (id, account_id),
  constraint media_place unique (generation_id, account_id, role, position),
  foreign key (generation_id, account_id) references generation (id, account_id)
);

create index media_storage_key on media (storage_key);

create index media_thumbnail_key on media (thumbnail_key) where thumbnail_key is not null;

create index media_without_thumbnail on media (created_at)
 where thumbnail_key is null and thumbnail_tried_at is null and content_type not like 'audio/%';

-- How many bytes an account has, where a group limits them.
create index media_bytes on media (account_id) include (bytes);

create index media_unused on media (created_at) where generation_id is null;

create index media_unused_of_account on media (account_id) where generation_id is null;

-- Files without a record: not yet (account_id is the name's hash), or no more (their account).
create table storage_garbage (
  storage_key text not null,
  account_id uuid not null,
  created_at timestamptz not null default now(),
  not_before timestamptz not null default now(),
  primary key (storage_key, account_id)
);

create index storage_garbage_due on storage_garbage (not_before);

create function discard_files() returns trigger language plpgsql as $$
 begin
   insert into storage_garbage (storage_key, account_id)
   select key, old.account_id from unnest(array[old.storage_key, old.thumbnail_key]) as key where key is not null
   on conflict do nothing;
   return null;
 end $$;

create trigger media_discard_files after delete on media for each row execute function discard_files();

create function keep_files() returns trigger language plpgsql as $$
 begin
   delete from storage_garbage where storage_key in (new.storage_key, new.thumbnail_key);
   return null;
 end $$;

create trigger media_keep_files after insert or update of storage_key, thumbnail_key on media
 for each row execute function keep_files();

create table pending_upload (
  id uuid not null,
  account_id uuid not null references account,
  content_type text not null,
  bytes integer,
  storage_key text not null,
  token_hash bytea not null,
  is_refused boolean not null default false,
  created_at timestamptz not null default now(),
  expires_at timestamptz not null,
  primary key (id, account_id)
);

create index pending_upload_account on pending_upload (account_id);

create index pending_upload_created on pending_upload (created_at);

-- Which process runs a scheduled job, and when it is due again. A lease and no session lock, so that
-- it also holds behind a connection pooler, and occupies no connection.
create table scheduled_job (
  name text primary key,
  lease_token uuid,
  lease_until timestamptz not null,
  next_run_at timestamptz not null default '-infinity'
) with (fillfactor = 50);

-- How far each online migration is: in its current step, the key of the last row of a backfill.
create table online_migration (
  name text primary key,
  step integer not null default 0,
  position text[],
  rows bigint not null default 0,
  started_at timestamptz not null default now(),
  finished_at timestamptz
);

-- For the operator

create table provider_outage (
  provider text not null,
  code text not null check (code in ('provider_locked', 'provider_funds', 'provider_auth')),
  detail text not null,
  since timestamptz not null default now(),
  probe_at timestamptz not null,
  primary key (provider, code)
);

create table storage_outage (
  singleton boolean primary key default true check (singleton),
  detail text not null,
  since timestamptz not null default now(),
  probe_at timestamptz not null
);

-- Numbered by its time, which every node of a cluster knows. Of no account: that of zeros.
create table alert (
  id bigint not null default (extract(epoch from clock_timestamp()) * 1000000)::bigint,
  account_id uuid not null,
  generation_id uuid,
  reason text not null,
  note text not null,
  created_at timestamptz not null default now(),
  primary key (id, account_id),
  unique (generation_id, reason, account_id)
);

-- Mails to be sent, written in the transaction of their cause. Of one that was sent the cause alone is kept.
create table mail (
  cause text primary key,
  recipients text[] not null,
  language text,
  content jsonb,
  attempts integer not null default 0,
  due_at timestamptz default now(),
  error text,
  created_at timestamptz not null default now(),
  ended_at timestamptz
);

create index mail_due on mail (due_at) where due_at is not null;

create table audit_entry (
  id bigint generated always as identity primary key,
  actor text not null,
  act text not null,
  account_id uuid,
  generation_id uuid,
  payment_id uuid,
  reason text not null check (reason <> ''),
  details jsonb not null default '{}',
  created_at timestamptz not null default now()
);

create index audit_entry_account on audit_entry (account_id, id);

-- What a person with a limit gave on a day.
create index audit_entry_given on audit_entry (actor, created_at) where act in ('account.grant', 'generation.refund');

create unique index audit_entry_once on audit_entry ((details ->> 'act_id')) where details ? 'act_id';

create trigger audit_entry_keeps_rows before delete on audit_entry
  for each row execute function refuse_change();
create trigger audit_entry_keeps_all_rows before truncate on audit_entry
  for each statement execute function refuse_change();

create trigger audit_entry_keeps_content before update on audit_entry
 for each row execute function refuse_change();

-- Models (docs/models.md). Definitions are json: the order of fields is the order of the form.

create type model_source as enum ('built-in', 'file', 'operator');

create table model_version (
  model text not null,
  generation_type text not null,
  version positive_integer not null,
  source model_source not null,
  definition json,
  author text not null,
  reason text not null,
  created_at timestamptz not null default now(),
  primary key (model, generation_type, version)
);

create trigger model_version_keeps_rows before delete on model_version
  for each row execute function refuse_change();
create trigger model_version_keeps_all_rows before truncate on model_version
  for each statement execute function refuse_change();
create trigger model_version_keeps_content before update on model_version
  for each row execute function refuse_change();

create table model (
  id text not null,
  generation_type text not null,
  is_enabled boolean not null,
  built_in_version positive_integer,
  file_version positive_integer,
  operator_version positive_integer,
  created_at timestamptz not null default now(),
  primary key (id, generation_type)
);

-- Counts the changes, so that each process sees that there was one. providers: the configured ones,
-- which decide with the models what can be started.
create table catalogue_revision (
  singleton boolean primary key default true check (singleton),
  revision integer not null,
  providers text not null default ''
);

insert into catalogue_revision (revision) values (0);

-- How the provider's documents differ from the version of a model that is offered. Differences that
-- the first check of a version found are meant: they are its baseline; null: none succeeded yet.
create table schema_check (
  model text not null,
  generation_type text not null,
  version positive_integer not null,
  baseline json,
  changes json not null default '[]',
  changed_at timestamptz,
  attempted_at timestamptz not null,
  primary key (model, generation_type)
);

-- The operator's settings, all of them with each change; the newest count.
create table settings_version (
  revision positive_integer primary key,
  settings jsonb not null,
  author text not null,
  reason text not null,
  created_at timestamptz not null default now()
);

create trigger settings_version_keeps_rows before delete on settings_version
  for each row execute function refuse_change();
create trigger settings_version_keeps_all_rows before truncate on settings_version
  for each statement execute function refuse_change();
create trigger settings_version_keeps_content before update on settings_version
  for each row execute function refuse_change();

-- By default a table is vacuumed when a fifth of it has changed: too much at once where tables are
-- large (docs/data.md).

alter table credit_entry set (autovacuum_vacuum_insert_scale_factor = 0.02, autovacuum_analyze_scale_factor = 0.02);
alter table provider_request set (autovacuum_vacuum_insert_scale_factor = 0.02, autovacuum_analyze_scale_factor = 0.02);
alter table history_term set (autovacuum_vacuum_insert_scale_factor = 0.02, autovacuum_analyze_scale_factor = 0.02);

alter table generation set (autovacuum_vacuum_scale_factor = 0.02, autovacuum_vacuum_insert_scale_factor = 0.02,
  autovacuum_analyze_scale_factor = 0.02);
alter table media set (autovacuum_vacuum_scale_factor = 0.02, autovacuum_vacuum_insert_scale_factor = 0.02,
  autovacuum_analyze_scale_factor = 0.02);

alter table account set (autovacuum_vacuum_scale_factor = 0.02, autovacuum_analyze_scale_factor = 0.05);
alter table session set (fillfactor = 80, autovacuum_vacuum_scale_factor = 0.05);
