import { kindFacts, kinds } from '#core/models/rules/kinds.ts'
import type { Http } from './http.ts'

const pageSize = 100

type Page = { data: { generation: { id: string; status: string } }[]; totalPages: number }

/**
 * Returns the status of each of the account's generations, read as its pages do. Throws when one is
 * not answered with 200.
 */
export async function readHistories(
  http: Http,
  web: string,
  key: string,
): Promise<Map<string, string>> {
  const statuses = new Map<string, string>()
  for (const kind of kinds) {
    for (let page = 1, pages = 1; page <= pages; page++) {
      const url = `${web}${kindFacts[kind].historyPath}/history?page=${page}&pageSize=${pageSize}`
      const answer = await http.send({ method: 'GET', url, what: 'history', key })
      if ('lost' in answer || answer.status !== 200) throw new Error('The history was not answered')
      const { data, totalPages } = answer.body as Page
      for (const { generation } of data) statuses.set(generation.id, generation.status)
      pages = totalPages
    }
  }
  return statuses
}
