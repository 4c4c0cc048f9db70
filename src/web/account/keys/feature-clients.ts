import type { Example } from './example.ts'

/** A client, and the program with which it does a task. */
export type ClientExample = {
  name: string
  write: (example: Example) => string
  /** Whether it can do the task; every one if absent. */
  canWrite?: (example: Example) => boolean
  /** Where to use it. */
  place: () => string
  /** How to run it: in words, and as commands where there are any. */
  how: () => string
  commands?: string
}

/** What a feature adds to the examples: a client, and the settings of programs that were made for it. */
type FeatureClient = {
  client: ClientExample
  settings?: {
    text: () => string
    label: () => string
    place: () => string
    code: (facts: Facts) => string
  }
}

type Facts = Pick<Example, 'studio' | 'key'>

const modules = import.meta.glob<FeatureClient>('/src/features/*/web/client-example.ts', {
  eager: true,
})

/** The clients that features add. */
export const featureClients = Object.values(modules)
