import { request } from 'node:http'

type Listening = { key: string; onGeneration: (generation: unknown, at: number) => void }

/**
 * Listens to an account's events; `at` is when an event's bytes arrived, in ms of
 * `performance.now()`. Answers what closes the stream.
 */
export async function openEventStream(
  studioUrl: string,
  { key, onGeneration }: Listening,
): Promise<() => void> {
  return new Promise((resolve, reject) => {
    const headers = { authorization: `Bearer ${key}`, accept: 'text/event-stream' }
    const outgoing = request(`${studioUrl}/api/events`, { headers }, (response) => {
      if (response.statusCode !== 200)
        reject(new Error(`The event stream answered ${response.statusCode}`))
      let rest = ''
      response.setEncoding('utf8').on('data', (chunk: string) => {
        const at = performance.now()
        const blocks = (rest + chunk).split('\n\n')
        rest = blocks.pop() ?? ''
        for (const block of blocks) {
          const { event, data } = read(block)
          if (event === 'ready') resolve(() => void outgoing.destroy())
          if (event === 'generation') onGeneration(JSON.parse(data), at)
        }
      })
    })
    // Closing it ourselves is an error, too, but by then the promise is settled.
    outgoing.on('error', reject)
    outgoing.end()
  })
}

function read(block: string): { event: string; data: string } {
  return {
    event: /^event: (.*)$/m.exec(block)?.[1] ?? '',
    data: /^data: (.*)$/m.exec(block)?.[1] ?? '',
  }
}
