import { histories } from '#core/history/routes/histories.ts'
import { hasFiles, type Kind } from '#core/models/rules/kinds.ts'
import type { FeatureMatrix } from '#testing/security/feature-matrices.ts'
import type { Operation } from '#testing/security/matrix-requests.ts'
import { finished, type Make } from '#testing/security/matrix-resources.ts'
import { contributions } from '../contributions.ts'
import { prepareDownload } from './prepare-download.ts'

const download: Make = async (context, accountId) => {
  const ids = [await finished('image')(context, accountId)]
  const options = { format: null, withSettings: true }
  return (await prepareDownload(context, { accountId, kind: 'image', ids, ...options })).id
}

function linesOfKind(base: string): string {
  return `
POST ${base}/download own           who     who     200     200     200     200     scope   200     200
POST ${base}/download other=missing who     who     none    none    none    none    scope   none    none
POST ${base}/download mixed         who     who     200     200     200     200     scope   200     200`
}

function linesOfList(route: string): string {
  return `
POST ${route}/download own           who     who     200     200     200     200     scope   200     200
POST ${route}/download other=missing who     who     none    none    none    none    scope   none    none`
}

function ofKind(base: string, kind: Kind): [string, Operation] {
  const request: Operation['request'] = ({ ids }) => ({ body: { imageIds: ids } })
  return [`POST ${base}/download`, { make: finished(kind), request }]
}

function ofList(route: string, path: string): [string, Operation] {
  // Loaded when it is asked: it waits for this file.
  const make: Make = async (context, accountId) => {
    const { makeRecordList } = await import('#testing/security/record-lists.ts')
    return makeRecordList(path)(context, accountId)
  }
  return [`POST ${route}/download`, { make, request: () => ({ body: {} }) }]
}

const withFiles = histories.filter(({ kind }) => hasFiles(kind))
const lists = contributions.recordLists.map(({ path }) => ({
  path,
  route: path.replaceAll(/\{(\w+)\}/g, ':$1'),
}))

export const matrix: FeatureMatrix = {
  table: `
GET /api/downloads/:id own           none    none    200     200     200     200     200     200     200
GET /api/downloads/:id other=missing none    none    none    none    none    none    none    none    none
${[...withFiles.map(({ base }) => linesOfKind(base)), ...lists.map(({ route }) => linesOfList(route))].join('').trim()}
`,
  operations: {
    'GET /api/downloads/:id': { make: download },
    ...Object.fromEntries(withFiles.map(({ base, kind }) => ofKind(base, kind))),
    ...Object.fromEntries(lists.map(({ route, path }) => ofList(route, path))),
  },
  hidden: ['/api/downloads/{id}'],
  fuzzed: [download],
}
