import { describe, expect, it } from 'vitest'
import { readAnswer } from './upload.ts'

const answer = (status: number, body: unknown) => readAnswer(status, JSON.stringify(body))

describe('readAnswer', () => {
  it('finds the address in the answer of either endpoint', () => {
    expect(answer(200, { imageUrl: 'https://studio.example/media/1/a.jpg' })).toBe('/media/1/a.jpg')
    expect(answer(200, { success: true, data: { video_url: '/media/2/b.mp4' } })).toBe(
      '/media/2/b.mp4',
    )
  })

  it('keeps the whole address of a file elsewhere', () => {
    expect(answer(200, { imageUrl: 'https://cdn.example/uploads/a.jpg' })).toBe(
      'https://cdn.example/uploads/a.jpg',
    )
  })

  it.each([{}, { success: true, data: {} }, { imageUrl: '' }, null, 'x'])(
    'finds no address in %j',
    (body) => {
      expect(answer(200, body)).toEqual({ reason: 'no-address' })
    },
  )

  it('handles an answer that is incomplete or no JSON', () => {
    expect(readAnswer(200, '{"imageUrl":')).toEqual({ reason: 'no-address' })
    expect(readAnswer(502, '<html>Bad gateway</html>')).toEqual({ reason: 'status', status: 502 })
  })

  it('passes on the message of the server about the file', () => {
    expect(answer(413, { success: false, error: 'Too large', code: 'file_too_large' })).toEqual({
      ...{ reason: 'refused', status: 413, message: 'Too large' },
    })
  })

  it('shows no message of a server error', () => {
    expect(answer(500, { error: 'stack trace' })).toEqual({ reason: 'status', status: 500 })
  })

  it('reports a missing session', () => {
    expect(answer(401, { error: 'Unauthorized', code: 'unauthorized' })).toEqual({
      reason: 'signed-out',
    })
  })
})
