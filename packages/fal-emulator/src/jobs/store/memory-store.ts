import type { JobStore } from './job-store.ts'

/**
 * A store that ends with the process, for tests under load: nothing is copied and nothing is
 * written.
 */
export function openMemoryStore(): JobStore {
  const files = new Map<string, Uint8Array>()
  return {
    jobs: [],
    forgotten: { submitted: 0, completed: 0 },
    save: async () => {},
    saveFile: async (name, data) => {
      files.set(name, data)
    },
    readFile: async (name) => files.get(name),
    remember: async (_name, make) => make(),
  }
}
