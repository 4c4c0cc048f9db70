import { describe, expect, it } from 'vitest'
import { readFiles } from './read-files.ts'

const url = 'https://v3.fal.media/files/x/result'
const file = { url, content_type: 'application/octet-stream' }

describe('the files of a result', () => {
  it.each<[string, Record<string, unknown>, string[]]>([
    ['a list of images', { images: [file, file], seed: 1 }, ['image', 'image']],
    ['one image', { image: { ...file, width: 4, height: 3 } }, ['image']],
    [
      'a video beside its thumbnail',
      { video: file, thumbnail: file, spritesheet: file },
      ['video'],
    ],
    ['a list of videos', { videos: [file, file] }, ['video', 'video']],
    ['an address of a video', { video_url: url }, ['video']],
    ['an audio file', { audio_file: file }, ['audio']],
    ['a list of songs', { audio: [file, file], lyrics: 'la' }, ['audio', 'audio']],
    ['an unusual name', { output_video: file }, ['video']],
    ['a content type', { output: { url, content_type: 'audio/mpeg' } }, ['audio']],
    ['a wrapped result', { data: { images: [file] } }, ['image']],
    ['an image and its mask', { mask_image: file, edited_image: file }, ['image']],
    ['a mesh beside its image', { model_mesh: file, rendered_image: file }, ['mesh']],
    ['a mesh without a list of formats', { model_mesh: file, model_urls: {} }, ['mesh']],
    ['a list of meshes', { model: [file, file] }, ['mesh']],
    ['a mesh among formats', { model_urls: { obj: file, glb: file }, thumbnail: file }, ['mesh']],
    ['a wrapped mesh', { output: { mesh: file } }, ['mesh']],
    ['the name of a model, and images', { model: 'flux', images: [file] }, ['image']],
    ['no file', { images: [], output: 'a text', seed: 4 }, []],
    ['an address that is none', { images: [{ url: 'ftp://host/a.png' }], image: 5 }, []],
    ['a file in the answer', { images: [{ url: 'data:image/png;base64,AA' }] }, ['image']],
    ['a file in the answer, by its type', { output: 'data:audio/mpeg;base64,AA' }, ['audio']],
    ['wrappers inside each other', { data: { data: { images: [file] } } }, []],
  ])('%s', (_, answer, media) => {
    expect(readFiles(answer).map(({ medium }) => medium)).toEqual(media)
  })

  it('takes the GLB of a 3D object, whatever the others and the types are called', () => {
    const named = { ...file, content_type: 'image/png', file_name: 'object.glb' }
    const typed = { url: `${url}2`, content_type: 'model/gltf-binary' }
    expect(readFiles({ model_mesh: file, model_glb: { ...named, url: `${url}1` } })).toMatchObject([
      { medium: 'mesh', url: `${url}1` },
    ])
    expect(readFiles({ model_mesh: file, model_urls: { glb: typed } })).toMatchObject([
      { medium: 'mesh', url: `${url}2` },
    ])
  })

  it('flags images that the safety check replaced', () => {
    const answer = { images: [file, file], has_nsfw_concepts: [false, true] }
    expect(readFiles(answer).map(({ flagged }) => flagged)).toEqual([false, true])
  })
})
