import { asList, asObject, type Schema } from './json-schema.ts'
import { plainText } from './texts.ts'

/** What an input holds: a medium, or some other file. */
export type FileContent = 'image' | 'video' | 'audio' | 'other'

const strong: Readonly<Record<'image' | 'video' | 'audio', RegExp>> = {
  video: /^(videos?|movie|footage|clips?)$/,
  audio: /^(audios?|voices?|speech|songs?|music|sounds?|vocals?|instrumental|track)$/,
  image: /^(images?|img|photos?|pictures?|frames?|portrait|thumbnail|face|garment|selfie|sketch)$/,
}
/** Inputs of these names are texts only where nothing says that they are addresses. */
const namedAsFile = /(^|_)(image|video|audio|mask|photo|picture)s?$/i

const otherFiles =
  /^(zip|archive|loras?|weights?|checkpoint|mesh|model|glb|json|csv|subtitles?|srt|font)$/
const extensions: Readonly<Record<string, FileContent>> = {
  ...{ png: 'image', jpg: 'image', jpeg: 'image', webp: 'image', avif: 'image', gif: 'image' },
  ...{ mp4: 'video', mov: 'video', webm: 'video', m4v: 'video' },
  ...{ mp3: 'audio', wav: 'audio', m4a: 'audio', ogg: 'audio', flac: 'audio', aac: 'audio' },
  ...{ zip: 'other', glb: 'other', safetensors: 'other', json: 'other' },
}

/** What a text input holds the address of; `null` where it is a text. */
export function fileContentOf(name: string, schema: Schema): FileContent | null {
  const hinted = schema._fal_ui_field ?? asObject(schema.ui).field
  const content = named(hinted)
  const isAddress =
    content !== null ||
    hinted === 'file' ||
    /(^|_)ur[il]s?$/i.test(name) ||
    /^ur[il]$/.test(String(schema.format ?? '')) ||
    (namedAsFile.test(name) && /\b(ur[il]|base64|data uri)\b/i.test(plainText(schema.description)))
  if (!isAddress) return null
  return content ?? contentOf(name, schema)
}

function named(value: unknown): FileContent | null {
  return value === 'image' || value === 'video' || value === 'audio' ? value : null
}

/** By its name, then by the files of its examples, then by its description. */
function contentOf(name: string, schema: Schema): FileContent {
  const examples = [schema.examples, schema.example, schema.default].flat()
  const known =
    contentOfWords(name) ?? examples.map(contentOfAddress).find((content) => content !== null)
  if (known) return known
  const words = plainText(`${schema.title ?? ''} ${schema.description ?? ''}`)
  const spoken = /\b(image|photo|picture|video|audio|voice|sound|zip|archive|weights)/i.exec(words)
  const word = spoken?.[1]?.toLowerCase()
  if (word) return contentOfWords(word) ?? 'other'
  return /mask|reference|style|pose|control/.test(name) ? 'image' : 'other'
}

/** The content that a name says: `mask_video_url` holds a video. */
export function contentOfWords(name: string): FileContent | null {
  const words = name.toLowerCase().split(/[\s_-]+/)
  const has = (pattern: RegExp) => words.some((word) => pattern.test(word))
  if (has(otherFiles)) return 'other'
  if (has(strong.video)) return 'video'
  if (has(strong.audio)) return 'audio'
  return has(strong.image) ? 'image' : null
}

/** The content of an address by its extension; `null` where that is not known. */
export function contentOfAddress(value: unknown): FileContent | null {
  const address = typeof value === 'string' ? value : asList(value)[0]
  if (typeof address !== 'string' || address.length > 2_000) return null
  const extension = /\.(\w{2,11})(?:[?#]|$)/.exec(address)?.[1]?.toLowerCase()
  return extension && Object.hasOwn(extensions, extension) ? (extensions[extension] ?? null) : null
}

/** The medium that words about a model mean; `null` where they name none. */
export function mediumInWords(said: string): 'image' | 'video' | 'audio' | null {
  const words = said.replaceAll(/[_/-]/g, ' ')
  if (/\b(videos?|animat\w+|[it]2v)\b/i.test(words)) return 'video'
  if (/\b(audio|music|songs?|sounds?|speech|voices?|tts)\b/i.test(words)) return 'audio'
  return /\b(images?|photos?|pictures?|portraits?)\b/i.test(words) ? 'image' : null
}
