import { beforeEach, describe, expect, it, vi } from 'vitest'
import { showField, type Upload, useUploadStore } from './upload-store.ts'
import { formUploads } from './use-uploads.ts'

// Modules of the page read its address when they are loaded.
vi.hoisted(() => vi.stubGlobal('location', new URL('http://atelier.test')))

const upload = (part: Partial<Upload>) =>
  ({ id: '1', form: 'video', field: 'start_image', state: 'running', ...part }) as Upload
const uploadsOfVideo = () => formUploads(useUploadStore.getState(), 'video')

beforeEach(() => useUploadStore.setState(useUploadStore.getInitialState()))

describe('the uploads that a submit waits for', () => {
  it('are those of the form, in any state', () => {
    showField({ form: 'video', field: 'start_image' })
    showField({ form: 'image', field: 'start_image' })
    const signedOut = { state: 'failed', failure: { reason: 'signed-out' } } as const
    useUploadStore.setState({
      uploads: [
        upload({}),
        upload({ state: 'failed', failure: { reason: 'line' } }),
        upload(signedOut),
        upload({ form: 'image' }),
      ],
    })
    expect(uploadsOfVideo()).toEqual({ running: 1, failed: 1, signedOut: 1, isSettled: false })
  })

  it('do not include those of a field that is not on the page any more', () => {
    const place = { form: 'video', field: 'start_image' }
    const hides = [showField(place), showField(place)]
    useUploadStore.setState({ uploads: [upload({ state: 'failed', failure: { reason: 'line' } })] })
    hides[0]?.()
    expect(uploadsOfVideo()).toMatchObject({ failed: 1, isSettled: false })
    hides[1]?.()
    expect(uploadsOfVideo()).toMatchObject({ failed: 0, isSettled: true })
  })

  it('are not settled before a field has stored the address, nor while kept files are loaded', () => {
    showField({ form: 'video', field: 'start_image' })
    useUploadStore.setState({ uploads: [upload({ state: 'arrived', address: '/media/1' })] })
    expect(uploadsOfVideo()).toEqual({ running: 0, failed: 0, signedOut: 0, isSettled: false })
    useUploadStore.setState({ uploads: [], resumingForms: new Set(['video']) })
    expect(uploadsOfVideo().isSettled).toBe(false)
    useUploadStore.setState({ resumingForms: new Set(['image']) })
    expect(uploadsOfVideo().isSettled).toBe(true)
  })
})
