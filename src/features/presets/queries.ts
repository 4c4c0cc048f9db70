import type { Generated, Insertable, JSONColumnType, Selectable } from 'kysely'
import { lockOpenAccount } from '#core/accounts/queries/accounts.ts'
import type { Database } from '#platform/database/database.ts'

declare module '#platform/database/tables.ts' {
  interface Tables {
    preset: PresetTable
  }
}

/** Settings of a form that an account saved under a name, by field. */
type PresetTable = {
  id: string
  account_id: string
  generation_type: string
  model: string
  name: string
  settings: JSONColumnType<Record<string, unknown>>
  created_at: Generated<Date>
}
export type PresetRow = Selectable<PresetTable>

type Which = { accountId: string; id: string }

/**
 * Inserts a preset, unless the account has `most` or one of that name and form, also with concurrent
 * calls. `full` also: the account is deleted. Nothing was written where a word is returned.
 */
export function insertPreset(
  database: Database,
  preset: Insertable<PresetTable>,
  most: number,
): Promise<PresetRow | 'full' | 'exists'> {
  return database.transaction().execute(async (transaction) => {
    const isOpen = await lockOpenAccount(transaction, preset.account_id)
    const known = await listPresets(transaction, preset.account_id)
    if (!isOpen || known.length >= most) return 'full'
    if (known.some((one) => hasNameOf(one, preset))) return 'exists'
    return transaction.insertInto('preset').values(preset).returningAll().executeTakeFirstOrThrow()
  })
}

/** The presets of an account, or of one of its forms, by name. */
export function listPresets(
  database: Database,
  accountId: string,
  generationType?: string,
): Promise<PresetRow[]> {
  return database
    .selectFrom('preset')
    .selectAll()
    .where('account_id', '=', accountId)
    .$if(generationType !== undefined, (query) =>
      query.where('generation_type', '=', generationType ?? ''),
    )
    .orderBy('generation_type')
    .orderBy('name')
    .execute()
}

/** Renames a preset, unless another of its form has the name. `undefined`: there is none. */
export function renamePreset(
  database: Database,
  { accountId, id }: Which,
  name: string,
): Promise<PresetRow | 'exists' | undefined> {
  return database.transaction().execute(async (transaction) => {
    await lockOpenAccount(transaction, accountId)
    const known = await listPresets(transaction, accountId)
    const preset = known.find((one) => one.id === id)
    if (!preset) return undefined
    if (known.some((one) => one.id !== id && hasNameOf(one, { ...preset, name }))) return 'exists'
    return transaction
      .updateTable('preset')
      .set({ name })
      .where('account_id', '=', accountId)
      .where('id', '=', id)
      .returningAll()
      .executeTakeFirst()
  })
}

/** Deletes a preset. `false`: the account has none of this id. */
export async function deletePreset(database: Database, { accountId, id }: Which): Promise<boolean> {
  const { numDeletedRows } = await database
    .deleteFrom('preset')
    .where('account_id', '=', accountId)
    .where('id', '=', id)
    .executeTakeFirst()
  return numDeletedRows > 0n
}

type Named = Pick<PresetRow, 'generation_type' | 'name'>

const hasNameOf = (one: Named, other: Named) =>
  one.generation_type === other.generation_type && one.name === other.name
