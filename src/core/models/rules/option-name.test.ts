import { expect, it } from 'vitest'
import { falDocuments } from '#testing/fal-documents.ts'
import { importDefinition } from '../import/import-definition.ts'
import { optionName } from './option-name.ts'

it.each([
  ['style', 'GENERAL', 'General'],
  ['style', 'ART_DECO', 'Art deco'],
  ['style', 'COLORING_BOOK_II', 'Coloring book II'],
  ['style', '3d_animation', '3D animation'],
  ['style', 'realistic_image/hard_flash', 'Realistic image / Hard flash'],
  ['style', 'highContrast', 'High contrast'],
  ['draw_mode', 'full-pose', 'Full pose'],
  ['voice', 'Aria', 'Aria'],
  ['avatar', 'Aditya in Brown blazer', 'Aditya in Brown blazer'],
  ['model_name', 'speech-02-hd', 'speech-02-hd'],
  ['aspect_ratio', '16:9', '16:9'],
  ['image_size', 'portrait_4_3', 'Portrait 4:3'],
  ['image_size', '1024x1536', '1024x1536'],
  ['resolution', '720p', '720p'],
  ['resolution', '4k', '4K'],
  ['duration', '5', '5 s'],
  ['duration', '8s', '8 s'],
  ['num_images', 5, '5'],
  ['audio_sample_rate', '44100', '44.1 kHz'],
  ['bitrate', '128000', '128 kbit/s'],
  ['output_format', 'mp3_44100_128', 'MP3, 44.1 kHz, 128 kbit/s'],
  ['output_format', 'X264 (.mp4)', 'X264 (.mp4)'],
  ['language', 'pt-BR', 'pt-BR'],
  ['language', 'en', 'en'],
])('names the option of %s %s: %s', (field, option, name) => {
  expect(optionName(field, option)).toBe(name)
})

it('leaves no option of fal’s documents that is written as in code', () => {
  const names = falDocuments().flatMap(({ document }) => {
    const fields = Object.entries(
      importDefinition(document, { price: 40 }).definition?.fields ?? {},
    )
    return fields.flatMap(([name, field]) =>
      'options' in field ? field.options.map((option) => optionName(name, option)) : [],
    )
  })
  expect(names.length).toBeGreaterThan(1_000)
  expect(names.filter((name) => /_|^[A-Z]{5,}$|^[a-z]+[A-Z]/.test(name))).toEqual([])
})
