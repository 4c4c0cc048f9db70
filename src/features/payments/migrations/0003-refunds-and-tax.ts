import { type Kysely, sql } from 'kysely'

/** Whether the table is there. Without it, payments-0001 adds all. */
export async function hasPayments(database: Kysely<never>): Promise<boolean> {
  const { rows } = await sql`select from pg_class where oid = to_regclass('payment')`.execute(
    database,
  )
  return rows.length > 0
}

export async function up(database: Kysely<never>): Promise<void> {
  if (await hasPayments(database)) await addRefundsAndTax(database)
}

/** Adds refunds that operators request, and the tax and the invoice of a payment. */
export async function addRefundsAndTax(database: Kysely<never>): Promise<void> {
  await sql`
    create table payment_refund (
      account_id uuid not null,
      id uuid not null,
      payment_id uuid not null,
      amount integer not null check (amount > 0),
      state text not null default 'requested' check (state in
        ('requested', 'unknown', 'refused', 'pending', 'succeeded', 'failed')),
      provider_id text,
      error text,
      actor text not null,
      created_at timestamptz not null default clock_timestamp(),
      updated_at timestamptz not null default clock_timestamp(),
      primary key (account_id, id)
    )`.execute(database)
  await sql`create index payment_refund_payment on payment_refund (account_id, payment_id)`.execute(
    database,
  )
  await sql`
    alter table payment
      add column tax_behavior text check (tax_behavior in ('exclusive', 'inclusive')),
      add column total integer check (total > 0),
      add column tax integer not null default 0 check (tax >= 0),
      add column invoice jsonb`.execute(database)
}
