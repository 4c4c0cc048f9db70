import type { Mutation } from '#testing/mutation.ts'

const documents = 'src/features/canvas/canvas.test.ts'
const files = 'src/features/canvas/canvas-files.test.ts'
const exported = 'src/features/canvas/canvas-export.test.ts'
const compositions = 'src/core/generations/record-composition.ts'
const queries = 'src/features/canvas/queries.ts'
const fileQueries = 'src/features/canvas/file-queries.ts'

export const mutations: readonly Mutation[] = [
  {
    name: 'a save overwrites what another tab has saved',
    file: queries,
    search: 'if (current.version !== save.baseVersion) return { isSaved: false, row: current }',
    replace: 'save.baseVersion = current.version',
    catchers: [documents],
  },
  {
    name: 'a version may name files that the account does not have',
    file: queries,
    search: 'return files.find((file) => !known.has(file))',
    replace: 'return files.find((file) => known.has(file) && false)',
    catchers: [files],
  },
  {
    name: 'a file of a document stays on the list of files to delete',
    file: fileQueries,
    search: "if (!(await claimFile(transaction, storage_key))) return 'gone'",
    replace: 'void claimFile',
    catchers: [files],
  },
  {
    name: 'parallel files exceed the bytes of an account',
    file: fileQueries,
    search: 'if (used + Number(bytes) > maxBytes) return { used }',
    replace: 'if (used > maxBytes) return { used }',
    catchers: [files],
  },
  {
    name: 'the cleanup deletes files that a version names',
    file: fileQueries,
    search: 'and check_at <= now() and not exists (',
    replace: 'and check_at <= now() and exists (',
    catchers: [files],
  },
  {
    name: 'an exported image is made from results of other accounts',
    file: 'src/features/canvas/source-queries.ts',
    search: ' and generation.account_id = ${accountId}',
    replace: '',
    catchers: [exported],
  },
  {
    name: 'a record that was put together here is written to the ledger',
    file: compositions,
    search: 'isUncharged: true',
    replace: 'isUncharged: false',
    catchers: [exported],
  },
  {
    name: 'another image under the same request id is taken for a repeat',
    file: compositions,
    search: 'if (!earlier.request_hash?.equals(hashComposition(composition, sha256)))',
    replace: 'if (!earlier)',
    catchers: [exported],
  },
]
