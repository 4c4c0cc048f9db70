import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { mediaRenderer } from '@atelier/demo-world/media-renderer'
import { inRepository } from './lib/paths.mjs'
import { main, say } from './lib/run.mjs'

// Makes the samples of the start page that are no images, and the images of its strip. They are kept
// with the code: run `node scripts/make-landing-media.mjs` only to change them, on a machine that
// has ffmpeg.

const samples = inRepository('src/web/app/samples')
const scratch = mkdtempSync(join(tmpdir(), 'landing-media-'))
const clean = ['-map_metadata', '-1', '-fflags', '+bitexact', '-movflags', '+faststart']
const webp = ['-c:v', 'libwebp', '-compression_level', '6', '-quality']

function ffmpeg(...options) {
  execFileSync('ffmpeg', ['-v', 'error', '-y', ...options], { stdio: 'inherit' })
}

function keep(name, data) {
  const file = join(scratch, name)
  writeFileSync(file, data)
  return file
}

async function makeClip(name, { prompt, seed, isFromImage }) {
  const scene = { prompt, seed, width: 640, height: 360, model: 'flux-dev' }
  const images = isFromImage ? [await mediaRenderer.image(scene)] : []
  const format = { width: 640, height: 368, fps: 16, frames: 64 }
  const { data } = await mediaRenderer.video({ ...format, prompt, seed, model: 'wan', images })
  const source = keep(`${name}.mp4`, data)
  const [clip, poster] = [`${name}.mp4`, `${name}.webp`].map((file) =>
    join(samples, 'landing', file),
  )
  const h264 = ['-c:v', 'libx264', '-preset', 'veryslow', '-crf', '31', '-pix_fmt', 'yuv420p']
  ffmpeg('-i', source, '-vf', 'scale=480:-2,crop=480:270', '-an', ...h264, ...clean, clip)
  ffmpeg('-ss', '1', '-i', clip, '-frames:v', '1', ...webp, '55', poster)
}

async function makeEdit() {
  const scene = { prompt: 'A mountain lake with pines, clear morning', seed: 11 }
  const format = { width: 640, height: 360, model: 'flux-dev' }
  const before = await mediaRenderer.image({ ...scene, ...format })
  const { data: after } = await mediaRenderer.edit({
    prompt: 'Turn the day into a starry winter night',
    seed: 11,
    model: 'flux-pro-kontext',
    images: [before],
    strength: 0.55,
  })
  for (const [name, image] of Object.entries({ before, after }))
    ffmpeg('-i', keep(name, image), ...webp, '60', join(samples, 'landing', `${name}.webp`))
}

async function makeSound(name, request, ...options) {
  const source = keep(name, await mediaRenderer.audio(request))
  ffmpeg('-i', source, ...options, '-c:a', 'aac', ...clean, join(samples, 'landing', `${name}.m4a`))
}

await main(async () => {
  try {
    await makeClip('rain', { prompt: 'Rain on a city street at night, neon lights', seed: 9 })
    const coast = 'Waves rolling onto a rocky coast at dusk'
    await makeClip('coast', { prompt: coast, seed: 314, isFromImage: true })
    await makeEdit()
    const lofi = 'Warm lo-fi hip hop with a dusty piano, soft drums and rain in the background'
    const story =
      'Once upon a time, in a village by the sea, there lived a clockmaker who was always late.'
    const fade = ['-t', '8', '-af', 'afade=t=out:st=7:d=1', '-b:a', '64k']
    await makeSound('music', { prompt: lofi, seed: 12, seconds: 10, style: 'music' }, ...fade)
    const voice = { prompt: story, seed: 5, seconds: 6, style: 'speech' }
    await makeSound('speech', voice, '-t', '6', '-ac', '1', '-b:a', '48k')
    for (const name of ['sea', 'forest', 'planet', 'aurora', 'embers', 'strata']) {
      const [small, strip] = ['small', 'strip'].map((size) => join(samples, size, `${name}.webp`))
      ffmpeg('-i', small, '-vf', 'scale=-2:160', ...webp, '60', strip)
    }
    say(`Made the samples in ${samples}`)
  } finally {
    rmSync(scratch, { recursive: true })
  }
})
