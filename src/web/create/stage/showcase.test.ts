import { describe, expect, it } from 'vitest'
import { showcaseOf } from './showcase.ts'

const origin = 'http://localhost:3000'

describe('showcaseOf', () => {
  it('shows our own files', () => {
    const query = {
      showcase_video_url: '/media/a.mp4',
      showcase_thumbnail: '/media/a.webp',
      showcase_title: ' Dunes ',
    }
    expect(showcaseOf(query, origin)).toEqual({
      video: 'http://localhost:3000/media/a.mp4',
      image: 'http://localhost:3000/media/a.webp',
      title: 'Dunes',
    })
  })

  it.each([
    'https://other.example/a.mp4',
    'javascript:alert(1)',
    'data:text/html,x',
    'http://other.example/a.mp4',
    'ftp://x/a.mp4',
    '',
  ])('shows nothing for %s', (address) => {
    expect(showcaseOf({ showcase_video_url: address, showcase_title: 'x' }, origin)).toBeUndefined()
  })
})
