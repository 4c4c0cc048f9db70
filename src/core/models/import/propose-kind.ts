import type { FieldDefinition } from '../rules/definition.ts'
import type { ResultShape } from '../rules/model.ts'
import type { EndpointDocument } from './endpoint-document.ts'
import { asObject, type Json, propertiesOf, resolve, type Schema } from './json-schema.ts'
import { contentOfWords, fileContentOf } from './media.ts'

/** What a generation made by the model is; `reason` where nothing in the product is like it. */
export type ProposedKind = { kind: string; generationType: string } | { reason: string }

/**
 * What the result of an endpoint is: files of one medium, or a text; `null` for anything else. The
 * provider's adapter finds files by the same names.
 */
export function resultOf(
  document: Json,
  output: Schema,
  category: string | null,
): ResultShape | null {
  if (isMesh(document, output, category)) return 'mesh'
  const found = propertiesOf(output).flatMap(([name, node]) => {
    const content = contentOfResult(document, name, node)
    return content ? [content] : []
  })
  const wanted = /-to-(image|video|audio|speech|music)$/.exec(category ?? '')?.[1]
  const medium = wanted && (wanted === 'speech' || wanted === 'music' ? 'audio' : wanted)
  if (propertiesOf(output).length === 0 && isMedium(medium)) found.push(medium)
  const media = (['video', 'image', 'audio'] as const).filter((one) => found.includes(one))
  const chosen = media.find((one) => one === medium) ?? media[0]
  if (chosen) return chosen === 'image' ? 'images' : chosen
  if (found.includes('other')) return null
  const texts = new Set(['output', 'text', 'caption', 'answer', 'results', 'response'])
  const isText = propertiesOf(output).some(
    ([name, node]) =>
      texts.has(name) && resolve(document, node).alternatives.some(({ type }) => type === 'string'),
  )
  return isText ? 'text' : null
}

/** The names under which endpoints return a 3D object; the provider's adapter finds it by the same. */
const meshNames = /^(model_mesh|model_glb(_pbr)?|pbr_model|model|mesh|glb|model_urls)$/

/**
 * Whether an endpoint returns a 3D object: a file or files by their names, or its category says so.
 * `model_urls` contains one file for each format.
 */
function isMesh(document: Json, output: Schema, category: string | null): boolean {
  const properties = propertiesOf(output)
  if (properties.length === 0) return /-to-3d$/.test(category ?? '')
  return properties.some(([name, node]) => {
    if (!meshNames.test(name)) return false
    const { alternatives } = resolve(document, node)
    return alternatives.some((schema) => {
      const items =
        schema.type === 'array' ? resolve(document, schema.items).alternatives : [schema]
      const holders = name === 'model_urls' ? 'glb' : 'url'
      return items.some((item) => holders in asObject(item.properties))
    })
  })
}

/** Where the document does not describe the result, its category says what it is. */
function isMedium(word: string | undefined): word is 'image' | 'video' | 'audio' {
  return word === 'image' || word === 'video' || word === 'audio'
}

/** The content of one part of a result: a file, a list of files, or an address. */
function contentOfResult(document: Json, name: string, node: unknown) {
  const { alternatives } = resolve(document, node)
  for (const schema of alternatives) {
    const items = schema.type === 'array' ? resolve(document, schema.items).alternatives : [schema]
    for (const item of items) {
      const isFile = 'url' in asObject(item.properties)
      if (isFile) return contentOfWords(name) ?? mediumOfTitle(item) ?? 'other'
      if (item.type === 'string') {
        const content = fileContentOf(name, { ...schema, ...item })
        if (content) return content
      }
    }
  }
  return null
}

function mediumOfTitle({ title }: Schema) {
  return typeof title === 'string'
    ? contentOfWords(title.replace(/([a-z])([A-Z])/g, '$1 $2'))
    : null
}

type Form = ReadonlyMap<string, FieldDefinition>

/** The kind and the generation type, from the result, the files that must be given and the category. */
export function proposeKind(
  result: ResultShape,
  fields: Form,
  { endpoint, category }: Pick<EndpointDocument, 'endpoint' | 'category'>,
): ProposedKind {
  const needs = (accept: string) => requiredFiles(fields).some((file) => file.accept === accept)
  switch (result) {
    case 'images':
      return requiredFiles(fields).length > 0
        ? { kind: 'image-editing', generationType: 'image-editing' }
        : { kind: 'image', generationType: 'text-to-image' }
    case 'video':
      return { kind: 'video', generationType: videoType(fields, endpoint) }
    case 'audio':
      return audioKind(fields, category, endpoint)
    case 'text':
      if (needs('audio') && !needs('image') && !asksForText(fields))
        return { kind: 'transcription', generationType: 'speech-to-text' }
      if (requiredFiles(fields).length === 0 && asksForText(fields))
        return { kind: 'text', generationType: 'text-to-text' }
      return needs('image') && !needs('video')
        ? { kind: 'image-understanding', generationType: 'image-understanding' }
        : { reason: 'no kind answers with a text about a video' }
    case 'mesh':
      return meshKind(fields)
  }
}

/** A 3D object is made of images where one must be given, or where the form has no text to start from. */
function meshKind(fields: Form): ProposedKind {
  const files = requiredFiles(fields)
  if (files.some(({ accept }) => accept !== 'image'))
    return { reason: 'no kind makes 3D objects of anything but images and texts' }
  const isOfText = files.length === 0 && asksForText(fields)
  return { kind: '3d', generationType: isOfText ? 'text-to-3d' : 'image-to-3d' }
}

/** A text that must be given is a question; a transcription has none. */
function asksForText(fields: Form): boolean {
  return [...fields.values()].some((field) => field.control === 'text' && field.required)
}

function requiredFiles(fields: Form) {
  return [...fields].flatMap(([name, field]) => {
    if (field.control === 'file' && field.required) return [{ name, accept: field.accept }]
    return field.control === 'files' && field.min ? [{ name, accept: field.accept }] : []
  })
}

/** Puts a recording beside a video, and moves no lips. */
const joiningEndpoint = /(^|[/_-])(ffmpeg|merge|mix|compose|combine|mux)([/_-]|$)/

/** The types that have a form. */
function videoType(fields: Form, endpoint: string): string {
  const files = requiredFiles(fields)
  const hasRecording = files.some(({ accept }) => accept === 'audio')
  const hasFace = files.some(({ accept }) => accept !== 'audio')
  if (hasRecording && hasFace && !joiningEndpoint.test(endpoint)) return 'lip-sync'
  if (files.some(({ accept }) => accept === 'video')) return 'video-to-video'
  const images = files.filter(({ accept }) => accept === 'image').map(({ name }) => name)
  const hasEnds =
    images.some((name) => /first|start/.test(name)) &&
    images.some((name) => /end|last|tail/.test(name))
  if (hasEnds) return 'first-to-last-frame'
  return images.length > 0 ? 'image-to-video' : 'text-to-video'
}

const spokenEndpoint = /(^|[/_-])(tts|speech|voice|dialogue?|podcast|narration)([/_-]|$)/

/**
 * Audio is made of a video or of audio, speech of a text and with a voice, music of a description.
 */
function audioKind(fields: Form, category: string | null, endpoint: string): ProposedKind {
  const files = requiredFiles(fields)
  if (files.some(({ accept }) => accept === 'video'))
    return { kind: 'audio', generationType: 'video-to-audio' }
  const isSpeech = category === 'text-to-speech'
  if (files.length > 0 && !isSpeech && category !== 'text-to-audio') {
    return files.some(({ accept }) => accept === 'image')
      ? { reason: 'no kind makes audio of images' }
      : { kind: 'audio', generationType: 'audio-to-audio' }
  }
  const names = [...fields.keys()]
  const isSpoken =
    spokenEndpoint.test(endpoint) ||
    names.some((name) => /^(voice|voice_id|speaker|gen_text)$/.test(name))
  const isMusic = names.some((name) => /lyrics|instrumental|music|bpm/.test(name))
  return isSpeech || (isSpoken && !isMusic)
    ? { kind: 'speech', generationType: 'text-to-speech' }
    : { kind: 'music', generationType: 'text-to-music' }
}
