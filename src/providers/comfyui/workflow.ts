import { randomInt } from 'node:crypto'

/** Node inputs that are seeds, in ComfyUI's own nodes. */
const seedInputs = new Set(['seed', 'noise_seed'])

/**
 * Returns a workflow ready to run: files by their names on the server, and a random number for each
 * seed that is `null`, because ComfyUI repeats the result of an unchanged workflow.
 */
export function readyToSend(
  workflow: Record<string, unknown>,
  files: ReadonlyMap<string, string>,
): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(workflow).map(([id, node]) => {
      const { inputs, ...rest } = node as { inputs?: Record<string, unknown> }
      const ready = Object.entries(inputs ?? {}).map(([name, value]) => {
        if (value === null && seedInputs.has(name)) return [name, randomInt(2 ** 47)]
        const file = typeof value === 'string' ? files.get(value) : undefined
        return [name, file ?? value]
      })
      return [id, { ...rest, inputs: Object.fromEntries(ready) }]
    }),
  )
}

/** The first seed of a workflow that ran, as text; `null`: it has none. */
export function seedOf(workflow: unknown): string | null {
  if (typeof workflow !== 'object' || workflow === null) return null
  for (const node of Object.values(workflow)) {
    const { inputs } = (node ?? {}) as { inputs?: Record<string, unknown> }
    for (const [name, value] of Object.entries(inputs ?? {}))
      if (seedInputs.has(name) && /^\d{1,20}$/.test(String(value))) return String(value)
  }
  return null
}
