import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { describe, expect, it } from 'vitest'
import { plant } from '#testing/mutation.ts'
import { mutations } from './mutations.ts'

const root = path.join(import.meta.dirname, '../../..')

describe('the planted bugs', () => {
  it.each(mutations.map((mutation) => [mutation.name, mutation] as const))(
    'follow the code: %s',
    async (_name, mutation) => {
      const source = await readFile(path.join(root, mutation.file), 'utf8')
      expect(plant(mutation, source)).not.toBe(source)
      for (const catcher of mutation.catchers.filter((one) => one !== 'chaos')) {
        const [file = '', title = ''] = catcher.split(' > ')
        expect(await readFile(path.join(root, file), 'utf8')).toContain(title)
      }
    },
  )

  it('have names of their own', () => {
    expect(new Set(mutations.map(({ name }) => name)).size).toBe(mutations.length)
  })
})
