import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { describe, expect, it } from 'vitest'
import { plant } from './mutation.ts'
import { mutations } from './mutations.ts'

const root = path.join(import.meta.dirname, '../../..')

const fileOf = (catcher: string) => catcher.split(' > ')[0] ?? ''

describe('the planted bugs', () => {
  it.each(mutations.map((mutation) => [mutation.name, mutation] as const))(
    'follow the code: %s',
    async (_name, mutation) => {
      const source = await readFile(path.join(root, mutation.file), 'utf8')
      expect(plant(mutation, source)).not.toBe(source)
      expect(
        mutation.catchers.filter(
          (catcher) => catcher !== 'chaos' && !existsSync(path.join(root, fileOf(catcher))),
        ),
      ).toEqual([])
    },
  )

  it('have names of their own', () => {
    expect(new Set(mutations.map(({ name }) => name)).size).toBe(mutations.length)
  })
})
