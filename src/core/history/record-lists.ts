import type { AllParts } from '#core/parts.ts'

/** A list of records of any kind, such as a collection: what else is done with such lists is added to it. */
export type RecordList = {
  /** Its address in the API. */
  path: `/api/${string}/{id}`
  /** In the description of the API: `a collection`, and which records it has at most. */
  name: string
  remark: string
  /** Finds the ids of its records, in its order, at most `limit`. Throws `Refused` `not_found`. */
  findIds(
    context: AllParts,
    which: { accountId: string; id: string },
    limit: number,
  ): Promise<string[]>
}

declare module '#core/parts.ts' {
  interface Contributions {
    recordLists: readonly RecordList[]
  }
}
