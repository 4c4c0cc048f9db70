import { expect, it } from 'vitest'
import { mediaAddress, readMediaAddress } from './media-address-rules.ts'

const [accountId, id] = [
  '01a1fec1-0000-7c11-9d0a-3a5d6a5b8a10',
  '01a1fec3-0000-7c11-9d0a-3a5d6a5b8a10',
]

it('an address is read as it was built, in any case', () => {
  const path = mediaAddress({ id, account_id: accountId }, '1.png')
  expect(path).toBe(`/media/${accountId}/${id}/1.png`)
  expect(readMediaAddress(path)).toEqual({ accountId, id })
  expect(readMediaAddress(`/media/${accountId.toUpperCase()}/${id}/x`)).toEqual({ accountId, id })
})

it.each([
  `/media/${id}/1.png`,
  `/media/x/${id}/1.png`,
  `/media/${accountId}/x/1.png`,
  `/media/${accountId}/${id}`,
  `/media/${accountId}/${id}/a/b`,
  `/other/${accountId}/${id}/1.png`,
])('%s is no address of a file', (path) => {
  expect(readMediaAddress(path)).toBeNull()
})
