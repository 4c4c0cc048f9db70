import sharp from 'sharp'
import { expect, it } from 'vitest'
import {
  maxImagePixels,
  maxUploadPixels,
  maxVideoPixels,
  maxVideoSeconds,
} from '#core/media/upload-rules.ts'
import { sampleFile } from '../files.ts'

import { form } from './upload-helpers.ts'
import type { UploadEnvironment } from './upload-suite.ts'

/** The beginning of a Matroska file, which shares its first bytes with WebM. */
const matroska = Buffer.from(
  '1a45dfa3a34286810142f7810142f2810442f381084282886d6174726f736b614287810442858102',
  'hex',
)

const wrongFiles = {
  cut: async () => (await sampleFile('clip.mp4')).subarray(0, 20_000),
  cutAudio: async () => (await sampleFile('sound.wav')).subarray(0, 3_000),
}

const containersWithAudio = {
  voice: () => sampleFile('voice-without-duration.webm'),
  /** AAC in an MP4 that calls itself a video. */
  audio: async () => {
    const file = Buffer.from(await sampleFile('sound.m4a'))
    file.write('isom', 8)
    return file
  },
}

/** What becomes of each kind of file, and which are refused. */
export function fileTests({
  context,
  written,
  person,
  bring,
  kept,
  fetched,
  expectNothingLeft,
}: UploadEnvironment): void {
  it('keeps a video and shows it to its owner alone', async () => {
    const [who, stranger] = [await person(), await person()]
    const { status, body } = await bring(
      'upload-video',
      who,
      form(await sampleFile('video.mp4'), 'a video.mp4', 'video/mp4'),
    )
    expect([status, body.success]).toEqual([200, true])
    expect(body.data).toMatchObject({
      content_type: 'video/mp4',
      width: 64,
      height: 48,
      duration_ms: 1000,
    })
    expect((await fetched(who, body.data.video_url)).bytes.length).toBe(body.data.bytes)
    expect((await fetched(stranger, body.data.video_url)).status).toBe(404)
    await expect.poll(async () => (await kept(who))[0]?.thumbnail_tried_at).not.toBeNull()
  })

  it.each([
    ...['video.mov', 'video.webm', 'clip-silent.mp4', 'moving.gif'],
    ...['sound.mp3', 'sound.wav', 'sound.m4a', 'sound.ogg', 'sound.flac', 'sound.aac'],
  ])('keeps %s, whatever it is called', async (name) => {
    const who = await person()
    const { status } = await bring(
      'upload-video',
      who,
      form(await sampleFile(name), '../../x.exe', 'text/html'),
    )
    expect([status, (await kept(who)).length]).toEqual([200, 1])
  })

  it('turns a photo upright and removes its location', async () => {
    const who = await person()
    const photo = await sampleFile('photo.jpg')
    const { orientation, autoOrient, exif } = await sharp(photo).metadata()
    expect([orientation, exif !== undefined]).toEqual([6, true])
    const { status, body } = await bring(
      'upload-image-wan-i2v',
      who,
      form(photo, 'photo.jpg', 'image/jpeg'),
    )
    expect(status).toBe(200)
    expect([body.width, body.height]).toEqual([autoOrient.width, autoOrient.height])
    const clean = await sharp((await fetched(who, body.imageUrl)).bytes).metadata()
    expect(clean).toMatchObject({
      width: autoOrient.width,
      height: autoOrient.height,
      format: 'jpeg',
    })
    expect([clean.exif, clean.orientation, clean.xmp]).toEqual([undefined, undefined, undefined])
    await context.background.idle()
    expect((await kept(who))[0]?.thumbnail_key).toMatch(/\.webp$/)
  })

  it('turns a phone’s HEIC into a JPEG: upright, in its colours, without its place', async () => {
    const who = await person()
    const { status, body } = await bring(
      'upload-image-wan-i2v',
      who,
      form(await sampleFile('photo.heic'), 'x', ''),
    )
    expect([status, body.content_type, body.width, body.height]).toEqual([
      200,
      'image/jpeg',
      300,
      400,
    ])
    const kept = (await fetched(who, body.imageUrl)).bytes
    const { exif, icc } = await sharp(kept).metadata()
    expect([exif, icc?.includes('Atelier')]).toEqual([undefined, false])
    const same = sharp(await sampleFile('photo.jpg')).autoOrient()
    expect(await difference(kept, await same.toBuffer())).toBeLessThan(3)
  })

  it('refuses a HEIC that claims to be huge, before it is decoded', async () => {
    const who = await person()
    const file = await sampleFile('photo.heic')
    const claimed = file.indexOf('ispe') + 8
    file.writeUInt32BE(20_000, claimed)
    file.writeUInt32BE(20_000, claimed + 4)
    const answer = await bring('upload-image-wan-i2v', who, form(file, 'x', ''))
    expect(answer).toMatchObject({
      status: 400,
      body: { code: 'too_many_pixels', max: maxImagePixels },
    })
  })

  it.each(['place.mov', 'place.webm'])(
    'removes from %s where it was recorded, and it still plays',
    async (name) => {
      const who = await person()
      const video = await sampleFile(name)
      for (const trace of ['47.3769', 'SecretTitle']) expect(video.includes(trace)).toBe(true)
      const { status, body } = await bring('upload-video', who, form(video, name, ''))
      expect([status, body.data?.width, body.data?.duration_ms]).toEqual([200, 64, 1000])
      const clean = (await fetched(who, body.data.video_url)).bytes
      for (const trace of ['47.3769', '008.5417', 'SecretTitle'])
        expect(clean.includes(trace)).toBe(false)
      const again = await bring('upload-video', who, form(clean, name, ''))
      expect(again.body.data).toMatchObject({ width: 64, height: 48, duration_ms: 1000 })
    },
  )

  it.each([
    ['too-wide.mp4', 'too_many_pixels', maxVideoPixels],
    ['too-long.mp4', 'video_too_long', maxVideoSeconds],
  ])('refuses a video that is beyond the limits: %s', async (name, code, max) => {
    const who = await person()
    const before = written.length
    const answer = await bring('upload-video', who, form(await sampleFile(name), name, ''))
    expect(answer).toMatchObject({ status: 400, body: { code, max } })
    await expectNothingLeft(who, before)
  })

  it('takes an AVIF, and shows printers’ colours as a screen does', async () => {
    const who = await person()
    const red = sharp({ create: { width: 40, height: 30, channels: 3, background: '#c83c28' } })
    const bringAs = async (file: Buffer) =>
      (await bring('upload-image-wan-i2v', who, form(file, 'x', ''))).body
    const avif = await bringAs(await red.clone().avif().toBuffer())
    const printed = await bringAs(await red.clone().toColourspace('cmyk').jpeg().toBuffer())
    for (const { imageUrl } of [avif, printed]) {
      const { bytes } = await fetched(who, imageUrl)
      expect(await sharp(bytes).metadata()).toMatchObject({
        format: 'jpeg',
        space: 'srgb',
        width: 40,
        height: 30,
      })
      expect(await difference(bytes, await red.clone().png().toBuffer())).toBeLessThan(25)
    }
  })

  it.each([
    ['a text', Buffer.from('hello'), 'unsupported_file', 415],
    [
      'a page that begins like a GIF',
      Buffer.from('GIF89a<script>alert(1)</script>'),
      'broken_file',
      400,
    ],
    ['a film cut in the middle', 'cut', 'broken_file', 400],
    ['an audio file cut in the middle', 'cutAudio', 'broken_file', 400],
    ['an empty file', Buffer.alloc(0), 'empty_file', 400],
    ['Matroska', matroska, 'unsupported_file', 415],
  ] as const)('refuses %s and leaves nothing behind', async (_name, content, code, status) => {
    const who = await person()
    const before = written.length
    const file = typeof content === 'string' ? await wrongFiles[content]() : content
    const answer = await bring('upload-video', who, form(file, 'x.mp4', 'video/mp4'), {
      'accept-language': 'zh',
    })
    expect([answer.status, answer.body.code, answer.body.success]).toEqual([status, code, false])
    expect(answer.body.error).toMatch(/[\u4e00-\u9fff]/)
    await expectNothingLeft(who, before)
  })

  it.each([
    ['a voice without a stated duration', 'voice', 'audio/webm'],
    ['sound in a video’s container', 'audio', 'audio/mp4'],
  ] as const)(
    'keeps %s as audio, and refuses it where a video is needed',
    async (_name, file, type) => {
      const who = await person()
      const content = await containersWithAudio[file]()
      const kept = await bring('upload-video', who, form(content, 'x.mp4', 'video/mp4'))
      expect([kept.status, kept.body.data?.content_type]).toEqual([200, type])
      expect(kept.body.data.duration_ms).toBeGreaterThan(900)
      const asAudio = await bring('upload-video?accept=audio', who, form(content, 'x', ''))
      expect([asAudio.status, asAudio.body.data?.content_type]).toEqual([200, type])
      const refused = await bring('upload-video?accept=video-or-gif', who, form(content, 'x', ''))
      expect([refused.status, refused.body.code]).toEqual([400, 'no_video_track'])
    },
  )

  it('refuses a video where audio is needed', async () => {
    const who = await person()
    const video = form(await sampleFile('video.webm'), 'x', '')
    const refused = await bring('upload-video?accept=audio', who, video)
    expect([refused.status, refused.body.code]).toEqual([415, 'unsupported_file'])
  })

  it('downscales an image of more pixels than are kept, upright and at its ratio', async () => {
    const who = await person()
    const large = await sharp({
      create: { width: 9000, height: 6000, channels: 3, background: '#345' },
    })
      .withMetadata({ orientation: 6 })
      .jpeg()
      .toBuffer()
    const { status, body } = await bring(
      'upload-image-wan-i2v',
      who,
      form(large, 'large.jpg', 'image/jpeg'),
    )
    expect([status, body.width, body.height]).toEqual([200, 5773, 8660])
    expect(Number(body.width) * Number(body.height)).toBeLessThanOrEqual(maxImagePixels)
  })

  it('refuses an image that is a bomb, one that moves, and a video in its place', async () => {
    const who = await person()
    const side = Math.ceil(Math.sqrt(maxUploadPixels)) + 1
    const background = '#000'
    const bomb = await sharp({ create: { width: side, height: side, channels: 3, background } })
      .png()
      .toBuffer()
    const moving = await sharp(await sampleFile('moving.gif'), { animated: true })
      .webp()
      .toBuffer()
    const code = async (file: Buffer) =>
      (await bring('upload-image-wan-i2v', who, form(file, 'x', 'image/png'))).body.code
    expect(await code(bomb)).toBe('too_many_pixels')
    expect(await code(moving)).toBe('animated_image')
    expect(await code(await sampleFile('video.mp4'))).toBe('unsupported_file')
    expect(await kept(who)).toEqual([])
  })
}

/**
 * How far apart two images are to the eye: the mean difference of a channel, of 255, shown at the
 * same small size.
 */
async function difference(one: Buffer, other: Buffer): Promise<number> {
  // A JPEG that is made smaller while it is decoded would lose its profile on the way.
  const shown = async (file: Buffer) => sharp(await sharp(file).removeAlpha().png().toBuffer())
  const small = async (file: Buffer) => (await shown(file)).resize(30, 40).raw().toBuffer()
  const [left, right] = await Promise.all([small(one), small(other)])
  const sum = left.reduce((total, value, index) => total + Math.abs(value - (right[index] ?? 0)), 0)
  return sum / (30 * 40 * 3)
}
