import type { Parts } from '#core/parts.ts'

/** Repeats a statement while it finds as many rows as it may, so that each transaction is short. */
export async function repeatWhileFull(
  { background: { signal } }: Parts<'background'>,
  limit: number,
  some: (limit: number) => Promise<number>,
): Promise<void> {
  for (let done = limit; done === limit && !signal.aborted; ) done = await some(limit)
}
