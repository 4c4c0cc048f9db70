import { type Kysely, sql } from 'kysely'
import { addRefundsAndTax, hasPayments } from './0003-refunds-and-tax.ts'

/**
 * Adds payments, and the events of the payment provider: those without a payment are of no payment
 * here, or early. A database that is older than this migration has the tables.
 */
export async function up(database: Kysely<never>): Promise<void> {
  if (await hasPayments(database)) return
  await sql.raw(tables).execute(database)
  await addRefundsAndTax(database)
}

const tables = `
create table payment (
  id uuid not null,
  account_id uuid not null references account,
  pack text not null,
  credits integer not null check (credits > 0),
  amount integer not null check (amount > 0),
  currency text not null,
  status text not null default 'open' check (status in
    ('open', 'waiting', 'expired', 'failed', 'paid', 'partly_refunded', 'refunded', 'disputed')),
  checkout_id text,
  intent_id text,
  amount_refunded integer not null default 0 check (amount_refunded >= 0),
  is_disputed boolean not null default false,
  disputes jsonb not null default '{}',
  taken_back integer not null default 0 check (taken_back between 0 and credits),
  return_to text not null default '/',
  created_at timestamptz not null default now(),
  paid_at timestamptz,
  updated_at timestamptz not null default now(),
  primary key (id, account_id),
  unique (checkout_id, account_id),
  unique (intent_id, account_id)
);

create index payment_account on payment (account_id, created_at);

create table payment_event (
  id text primary key,
  type text not null,
  payment_id uuid,
  intent_id text,
  message jsonb,
  outcome text not null,
  detail text,
  created_at timestamptz not null,
  received_at timestamptz not null default now()
);

create index payment_event_payment on payment_event (payment_id);

create index payment_event_stray on payment_event (received_at) where payment_id is null and outcome <> 'ignored';

create index payment_event_early on payment_event (intent_id) where payment_id is null and intent_id is not null;

create index payment_paid on payment (paid_at) where paid_at is not null;

create index payment_event_received on payment_event (received_at) where payment_id is not null;
`
