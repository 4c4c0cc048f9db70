import { type Kysely, sql } from 'kysely'

/**
 * Payments, what accounts owe and may spend, keys that may do less, suspended and deleted accounts,
 * who did what.
 */
export async function up(database: Kysely<never>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(database)
}

const statements = [
  `alter table account
    add column owed integer not null default 0 check (owed >= 0),
    add column daily_cap integer check (daily_cap > 0),
    add column job_ceiling integer check (job_ceiling > 0),
    add column spent integer not null default 0 check (spent >= 0),
    add column spent_day integer not null default 0,
    add column starts_until timestamptz not null default now(),
    add column default_public boolean not null default true,
    add column language text check (language in ('en', 'zh')),
    add column theme text check (theme in ('dark', 'light', 'system')),
    add column suspended_at timestamptz,
    add column deleted_at timestamptz,
    add column purge_at timestamptz`,
  'create index account_purge on account (purge_at) where purge_at is not null',

  // Else a refund of today's would be taken off what was spent without its charge.
  `update account set spent = today.credits, spent_day = (now() at time zone 'UTC')::date - date '1970-01-01'
   from (
     select account_id, sum(price - refunded) as credits from generation
     where created_at >= (now() at time zone 'UTC')::date::timestamp at time zone 'UTC'
     group by account_id
   ) as today
   where account.id = today.account_id`,

  'alter table session add column user_agent text',
  `create table sign_in_used (
    state_hash bytea primary key,
    used_at timestamptz not null default now()
  )`,
  `alter table api_key
    add column hint text not null default '',
    add column scopes text[] not null default '{read,create}' check (scopes <@ '{read,create}' and scopes <> '{}'),
    add column starts_until timestamptz not null default now()`,

  `create table payment (
    id uuid primary key,
    account_id uuid not null references account,
    pack text not null,
    credits integer not null check (credits > 0),
    amount integer not null check (amount > 0),
    currency text not null,
    status text not null default 'open' check (status in
      ('open', 'waiting', 'expired', 'failed', 'paid', 'partly_refunded', 'refunded', 'disputed')),
    checkout_id text unique,
    intent_id text unique,
    amount_refunded integer not null default 0 check (amount_refunded >= 0),
    is_disputed boolean not null default false,
    disputes jsonb not null default '{}',
    taken_back integer not null default 0 check (taken_back between 0 and credits),
    return_to text not null default '/',
    created_at timestamptz not null default now(),
    paid_at timestamptz,
    updated_at timestamptz not null default now()
  )`,
  'create index payment_account on payment (account_id, created_at)',
  `create table payment_event (
    id text primary key,
    type text not null,
    payment_id uuid references payment,
    intent_id text,
    message jsonb,
    outcome text not null,
    detail text,
    created_at timestamptz not null,
    received_at timestamptz not null default now()
  )`,
  'create index payment_event_payment on payment_event (payment_id)',
  'create index payment_event_received on payment_event (received_at)',
  'create index payment_event_early on payment_event (intent_id) where payment_id is null and intent_id is not null',

  `alter table credit_entry
    add column payment_id uuid references payment,
    drop constraint credit_entry_reason_check,
    drop constraint credit_entry_sign,
    add constraint credit_entry_reason_check check (reason in
      ('grant', 'purchase', 'charge', 'refund', 'reversal', 'return', 'correction', 'repayment')),
    add constraint credit_entry_sign check (case
      when reason in ('charge', 'reversal', 'correction', 'repayment') then credits < 0 else credits > 0 end),
    add constraint credit_entry_payment check (payment_id is null or reason in ('purchase', 'reversal', 'return'))`,
  `create unique index credit_entry_purchase_once on credit_entry (payment_id) where reason = 'purchase'`,
  'create index credit_entry_payment_of on credit_entry (payment_id) where payment_id is not null',

  `create function repay_what_is_owed() returns trigger language plpgsql as $$
   declare
     due integer;
     balance integer;
   begin
     select least(owed, credits), credits into due, balance from account where id = new.account_id and owed > 0 for update;
     if due > 0 then
       update account set owed = owed - due, credits = credits - due where id = new.account_id;
       insert into credit_entry (account_id, reason, credits, balance_after)
       values (new.account_id, 'repayment', -due, balance - due);
     end if;
     return null;
   end $$`,
  `create trigger credit_entry_repays after insert on credit_entry for each row when (new.credits > 0)
   execute function repay_what_is_owed()`,

  `create table statement_block (
    account_id uuid not null references account,
    block integer not null,
    reason text not null,
    entries integer not null,
    credits_in bigint not null,
    credits_out bigint not null,
    first_id bigint not null,
    last_id bigint not null,
    first_at timestamptz not null,
    last_at timestamptz not null,
    primary key (account_id, block, reason)
  )`,

  // What a person wrote goes with the person; amounts never do.
  'drop trigger credit_entry_append_only on credit_entry',
  `create trigger credit_entry_append_only before delete on credit_entry
   for each row execute function refuse_change()`,
  `create trigger credit_entry_keeps_amounts before update on credit_entry for each row
   when (new.note is not null or to_jsonb(new) - 'note' is distinct from to_jsonb(old) - 'note')
   execute function refuse_change()`,

  // What an operator retries costs its owner nothing.
  `alter table generation drop constraint generation_price_check,
    add constraint generation_price_check check (price >= 0)`,

  `create table audit_entry (
    id bigint generated always as identity primary key,
    actor text not null,
    act text not null,
    account_id uuid references account,
    generation_id uuid references generation,
    payment_id uuid references payment,
    reason text not null check (reason <> ''),
    details jsonb not null default '{}',
    created_at timestamptz not null default now()
  )`,
  'create index audit_entry_account on audit_entry (account_id, id)',
  `create unique index audit_entry_once on audit_entry ((details ->> 'act_id')) where details ? 'act_id'`,
  `create trigger audit_entry_append_only before update or delete on audit_entry
   for each row execute function refuse_change()`,
  `create trigger audit_entry_no_truncate before truncate on audit_entry
   for each statement execute function refuse_change()`,

  `create table ledger_check (
    id bigint generated always as identity primary key,
    asked_by text not null,
    accounts integer not null,
    faults integer not null,
    found jsonb not null default '[]',
    started_at timestamptz not null,
    finished_at timestamptz not null default now()
  )`,
]
