import type { Selectable } from 'kysely'
import type { Database } from '../database.ts'
import type { Tables } from '../tables.ts'

export type SigningCertificateRow = Selectable<Tables['signing_certificate']>

type Made = Pick<SigningCertificateRow, 'certificate' | 'private_key'>

/**
 * Returns a certificate that the studio made, by its name; the first call stores what `make` answers.
 */
export async function keepCertificate(
  database: Database,
  name: string,
  make: () => Promise<Made>,
): Promise<Made> {
  const find = () =>
    database
      .selectFrom('signing_certificate')
      .select(['certificate', 'private_key'])
      .where('name', '=', name)
      .executeTakeFirst()
  const known = await find()
  if (known) return known
  await database
    .insertInto('signing_certificate')
    .values({ name, ...(await make()) })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  return (await find()) as Made
}
