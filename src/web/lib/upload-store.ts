import type { UploadEndpoint } from './upload.ts'

/** A file that waits for a sign-in: its field, and its endpoint. */
export type KeptUpload = { form: string; field: string; file: File; endpoint: UploadEndpoint }

type Entry = KeptUpload & { tab: string; at: number }

/** The maximum time of a sign-in, in ms. Older files are deleted. */
const oldest = 3_600_000

/**
 * Stores a file during a sign-in, which leaves the page: it is available again in the same tab
 * afterwards. `id` names it in this tab. Where the browser cannot store files, nothing happens.
 */
export async function keepUpload(id: string, upload: KeptUpload): Promise<void> {
  await storing(({ set }) =>
    set(`${tabId()}/${id}`, { ...upload, tab: tabId(), at: Date.now() } satisfies Entry),
  )
}

/** Drops a stored file. */
export async function forgetUpload(id: string): Promise<void> {
  if (isMarked()) await storing(({ del }) => del(`${tabId()}/${id}`))
}

/** Drops all stored files, of any tab. */
export async function forgetAllUploads(): Promise<void> {
  await storing(({ clear }) => clear())
}

/**
 * Returns, once, the files stored in this tab for a form, in the order they were given. The caller
 * sends or stores them.
 */
export async function takeKeptUploads(form: string): Promise<KeptUpload[]> {
  // Most visits have no stored files; they need not load the code that reads the store.
  if (!isMarked()) return []
  const taken = await storing(async ({ entries, delMany }) => {
    const all = (await entries<string, Entry>()).toSorted(([, one], [, other]) => one.at - other.at)
    const old = all.filter(([, { at }]) => at < Date.now() - oldest)
    const own = all.filter(
      (entry) => entry[1].tab === tabId() && entry[1].form === form && !old.includes(entry),
    )
    await delMany([...own, ...old].map(([key]) => key))
    return own.map(([, entry]) => entry)
  })
  return taken ?? []
}

async function storing<Result>(
  act: (store: typeof import('idb-keyval')) => Promise<Result>,
): Promise<Result | undefined> {
  try {
    return await act(await import('idb-keyval'))
  } catch {
    return undefined
  }
}

const tabKey = 'atelier.tab'

function isMarked(): boolean {
  try {
    return sessionStorage.getItem(tabKey) !== null
  } catch {
    return false
  }
}

/** A name for this tab. It survives a sign-in, and ends with the tab. */
function tabId(): string {
  const known = sessionStorage.getItem(tabKey)
  if (known !== null) return known
  const made = crypto.getRandomValues(new Uint32Array(2)).join('-')
  sessionStorage.setItem(tabKey, made)
  return made
}
