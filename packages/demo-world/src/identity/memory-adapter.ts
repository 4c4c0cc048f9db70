import type { Adapter, AdapterPayload } from 'oidc-provider'

type Entry = { payload: AdapterPayload; expiresAt: number }

/** What the OpenID provider remembers, by model: sessions, codes, grants. Gone with the process. */
export function createMemoryAdapter(): (model: string) => Adapter {
  const models = new Map<string, Map<string, Entry>>()

  return (model) => {
    const entries = models.get(model) ?? new Map<string, Entry>()
    models.set(model, entries)

    async function findBy(isIt: (payload: AdapterPayload) => boolean) {
      return entries.values().find(({ payload }) => isIt(payload))?.payload
    }

    return {
      async upsert(id, payload, expiresIn = Number.POSITIVE_INFINITY) {
        forgetExpired(entries)
        entries.set(id, { payload, expiresAt: Date.now() + expiresIn * 1000 })
      },
      find: async (id) => entries.get(id)?.payload,
      findByUid: (uid) => findBy((payload) => payload.uid === uid),
      findByUserCode: (userCode) => findBy((payload) => payload.userCode === userCode),
      async consume(id) {
        const entry = entries.get(id)
        if (entry) entry.payload.consumed = Math.floor(Date.now() / 1000)
      },
      async destroy(id) {
        entries.delete(id)
      },
      async revokeByGrantId(grantId) {
        for (const [id, { payload }] of entries) if (payload.grantId === grantId) entries.delete(id)
      },
    }
  }
}

function forgetExpired(entries: Map<string, Entry>) {
  for (const [id, { expiresAt }] of entries) if (expiresAt < Date.now()) entries.delete(id)
}
