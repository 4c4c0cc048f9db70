import { describe, expect, it } from 'vitest'
import { isInside } from './mesh-scene.ts'

describe('the address of a part of a 3D object', () => {
  it.each(['data:image/png;base64,AA', 'blob:https://studio.example/1', 'DATA:,'])(
    '%s is inside the file',
    (address) => {
      expect(isInside(address)).toBe(true)
    },
  )

  it.each(['https://elsewhere.example/a.png', '//elsewhere.example/a', 'a.png', '/media/a', ''])(
    '%s is never fetched',
    (address) => {
      expect(isInside(address)).toBe(false)
    },
  )
})
