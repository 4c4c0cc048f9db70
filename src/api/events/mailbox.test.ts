import { describe, expect, it } from 'vitest'
import { openMailbox } from './mailbox.ts'

describe('a mailbox', () => {
  const open = (missedSome = false) => {
    const mailbox = openMailbox({ missedSome })
    const reader = mailbox.letters[Symbol.asyncIterator]()
    return { ...mailbox, read: async () => (await reader.next()).value }
  }

  it('gathers what comes while its reader is busy, each change once', async () => {
    const { put, read } = open()
    put(['a'])
    expect(await read()).toEqual(['a'])
    put(['b', 'c'])
    put(['c', 'd'])
    expect(await read()).toEqual(['b', 'c', 'd'])
  })

  it('wakes a reader who waits', async () => {
    const { put, read } = open()
    const reading = read()
    put(['a'])
    expect(await reading).toEqual(['a'])
  })

  it('keeps no list for a reader who is far behind', async () => {
    const { put, read } = open()
    for (let index = 0; index <= 500; index++) put([String(index)])
    put(['later'])
    expect(await read()).toBeNull()
    put(['a'])
    expect(await read()).toEqual(['a'])
  })

  it('begins with what was missed before', async () => {
    expect(await open(true).read()).toBeNull()
  })

  it('ends when it is closed', async () => {
    const { close, read } = open()
    const reading = read()
    close()
    expect(await reading).toBeUndefined()
  })
})
