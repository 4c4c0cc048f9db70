import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { renderImage } from '@atelier/demo-world/images'
import sharp from 'sharp'
import { inRepository } from './lib/paths.mjs'
import { main, say } from './lib/run.mjs'

// Makes the photo and the clips in tests/support/media that tests upload. They are kept with the
// code: run `node scripts/make-sample-media.mjs` only to change them, on a machine that has ffmpeg.
// photo.heic is what a phone writes, and nothing on npm can: photo.jpg in Display P3 and 400 points
// wide, through libheif's `heif-enc -q 60`, with an `irot` property of 3 (a quarter clockwise)
// added to its main image. place.* tell +47.3769+008.5417 and a title (`-metadata location=…`,
// for MOV `com.apple.quicktime.location.ISO6709` with `-movflags use_metadata_tags`); too-wide.mp4
// is 4112 × 2304, too-long.mp4 lasts 601 s at one frame a second.

const target = inRepository('tests/support/media')
const scratch = mkdtempSync(join(tmpdir(), 'sample-media-'))

/** What a phone writes beside an image held upright: how to turn it, and where it was taken. */
const phone = {
  IFD0: { Make: 'Atelier', Model: 'Sample phone' },
  IFD2: { DateTimeOriginal: '2026:05:17 19:42:10' },
  IFD3: {
    GPSLatitudeRef: 'N',
    GPSLatitude: '47/1 22/1 3456/100',
    GPSLongitudeRef: 'E',
    GPSLongitude: '8/1 32/1 2712/100',
  },
}

const scene = (prompt, width, height) =>
  renderImage({ prompt, seed: 11, width, height, model: 'fal-ai/flux/dev', format: 'png' })

async function makePhotos() {
  const upright = await scene('a mountain lake at golden hour, pines on the shore', 1200, 1600)
  await sharp(upright)
    .rotate(-90)
    .withExif(phone)
    .withMetadata({ orientation: 6 })
    .jpeg({ quality: 78, mozjpeg: true })
    .toFile(join(target, 'photo.jpg'))
  await sharp(upright)
    .resize(300, 400)
    .png({ palette: true, effort: 10 })
    .toFile(join(target, 'photo.png'))
}

/**
 * A hand-held look across an image: three seconds of 24 frames, drifting and never quite still.
 */
const drift = [
  "crop=w=640:h=360:x='60+44*t+6*sin(2.1*t)':y='40+5*sin(3.3*t)+3*cos(7*t)'",
  'noise=alls=3:allf=t',
  'format=yuv420p',
].join(',')
const wind =
  'anoisesrc=color=pink:amplitude=0.5:sample_rate=44100:seed=4,lowpass=f=700,tremolo=f=0.4:d=0.6'
const h264 = ['-c:v', 'libx264', '-preset', 'veryslow', '-crf', '24', '-movflags', '+faststart']

async function makeClips() {
  const still = join(scratch, 'still.png')
  writeFileSync(still, await scene('waves on a beach at dusk, seen from the dunes', 860, 484))
  const source = ['-loop', '1', '-framerate', '24', '-t', '3', '-i', still]
  const audio = ['-f', 'lavfi', '-t', '3', '-i', wind]
  ffmpeg(
    [...source, ...audio, '-vf', drift, ...h264, '-c:a', 'aac', '-b:a', '96k', '-shortest'],
    'clip.mp4',
  )
  ffmpeg([...source, '-vf', drift, ...h264, '-an'], 'clip-silent.mp4')
  const small = `${drift},fps=8,scale=200:-2:flags=lanczos,split[a][b];[a]palettegen=max_colors=48[p];[b][p]paletteuse`
  ffmpeg([...source.with(5, '2'), '-filter_complex', small, '-loop', '0'], 'moving.gif')
}

function ffmpeg(options, name) {
  const output = [
    '-map_metadata',
    '-1',
    '-fflags',
    '+bitexact',
    '-flags',
    '+bitexact',
    '-y',
    join(target, name),
  ]
  execFileSync('ffmpeg', ['-v', 'error', ...options, ...output], { stdio: 'inherit' })
}

await main(async () => {
  try {
    await makePhotos()
    await makeClips()
    say(`Made the sample media in ${target}`)
  } finally {
    rmSync(scratch, { recursive: true })
  }
})
