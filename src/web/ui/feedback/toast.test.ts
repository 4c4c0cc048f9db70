import { beforeEach, describe, expect, it } from 'vitest'
import { dismissToast, showWaitingToasts, toast, useToasts } from './toast.ts'

const shown = () => useToasts.getState().shown.map(({ message }) => message)

beforeEach(() => useToasts.setState(useToasts.getInitialState()))

describe('toasts', () => {
  it('wait until they can be shown, then are listed with the newest first', () => {
    toast('saved')
    toast('sent')
    expect(shown()).toEqual([])
    showWaitingToasts()
    expect(shown()).toEqual(['sent', 'saved'])
    expect(useToasts.getState().waiting).toEqual([])
  })

  it('replace one with the same text, and restart its time', () => {
    toast('saved')
    toast('sent')
    showWaitingToasts()
    const [, before] = useToasts.getState().shown
    toast('saved')
    showWaitingToasts()
    expect(shown()).toEqual(['saved', 'sent'])
    expect(useToasts.getState().shown[0]?.id).not.toBe(before?.id)
  })

  it('are added to one that differs in its second line', () => {
    toast('failed', { description: 'refunded' })
    toast('failed', { description: 'not charged' })
    showWaitingToasts()
    expect(shown()).toEqual(['failed', 'failed'])
  })

  it('are at most four: the oldest goes', () => {
    for (const message of ['a', 'b', 'c', 'd', 'e']) toast(message)
    showWaitingToasts()
    expect(shown()).toEqual(['e', 'd', 'c', 'b'])
  })

  it('are dismissed one at a time', () => {
    toast('saved')
    toast('sent')
    showWaitingToasts()
    dismissToast(useToasts.getState().shown[0]?.id ?? Number.NaN)
    expect(shown()).toEqual(['saved'])
  })
})
