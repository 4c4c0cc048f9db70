const uuid = '[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}'
const pattern = new RegExp(`^/media/(${uuid})/(${uuid})/[^/]+$`, 'i')

/**
 * Returns the address of a stored file below an origin. It names the account, so that where
 * accounts are distributed one shard is asked; who may read the file is decided by its record.
 */
export function mediaAddress(
  { id, account_id }: { id: string; account_id: string },
  name: string,
): string {
  return `/media/${account_id}/${id}/${name}`
}

/** Reads an address of a stored file; `null`: it is none. */
export function readMediaAddress(path: string): { accountId: string; id: string } | null {
  const [, accountId, id] = pattern.exec(path) ?? []
  if (accountId === undefined || id === undefined) return null
  return { accountId: accountId.toLowerCase(), id: id.toLowerCase() }
}
