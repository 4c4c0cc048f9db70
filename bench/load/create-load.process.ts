import { once } from 'node:events'
import { createRequest } from './create-request.ts'
import { openLine } from './http-line.ts'
import type { LoadOrder, LoadResult } from './start-load.ts'

async function run({ url, keys, connections, seconds, mark }: LoadOrder): Promise<LoadResult> {
  const statuses: Record<string, number> = {}
  const lines = await Promise.all(Array.from({ length: connections }, () => openLine(url)))
  const start = performance.now()
  const end = start + seconds * 1000
  await Promise.all(
    lines.map(async (line, index) => {
      for (let count = 0; performance.now() < end; count++) {
        const key = keys[(index + count * connections) % keys.length] ?? ''
        const { status } = await line.send(
          createRequest(url, { key, name: `${mark}-${index}-${count}` }),
        )
        statuses[status] = (statuses[status] ?? 0) + 1
      }
    }),
  )
  const elapsed = (performance.now() - start) / 1000
  for (const line of lines) line.close()
  return { rate: (statuses[200] ?? 0) / elapsed, statuses }
}

const [order] = await once(process, 'message')
process.send?.(await run(order as LoadOrder))
process.disconnect?.()
