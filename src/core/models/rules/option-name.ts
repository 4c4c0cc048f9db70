/** Words that are written in their own way. */
const spelled: Readonly<Record<string, string>> = {
  ...{ ai: 'AI', api: 'API', bgm: 'BGM', bpm: 'BPM', cfg: 'CFG', clip: 'CLIP', fps: 'FPS' },
  ...{ gif: 'GIF', gpt: 'GPT', hd: 'HD', id: 'ID', ids: 'IDs', ip: 'IP', llm: 'LLM', lora: 'LoRA' },
  ...{ loras: 'LoRAs', ltx: 'LTX', mp3: 'MP3', nsfw: 'NSFW', rgb: 'RGB', sd: 'SD', sdxl: 'SDXL' },
  ...{ tts: 'TTS', vae: 'VAE', xl: 'XL', url: 'URL', ms: 'ms', flf: 'FLF', usd: 'USD', '3d': '3D' },
  ...{ aac: 'AAC', flac: 'FLAC', jpeg: 'JPEG', jpg: 'JPG', mov: 'MOV', mp4: 'MP4', ogg: 'OGG' },
  ...{ opus: 'Opus', pcm: 'PCM', png: 'PNG', wav: 'WAV', webm: 'WebM', webp: 'WebP' },
  ...{ ulaw: 'µ-law', mulaw: 'µ-law', alaw: 'A-law', apg: 'APG', c4d: 'C4D', hdr: 'HDR' },
  ...{ h264: 'H.264', h265: 'H.265', prores4444: 'ProRes 4444', vp9: 'VP9', svg: 'SVG' },
}

/** A word that is written in its own way: `hd` is “HD”. */
export function spellingOf(word: string): string | undefined {
  const key = word.toLowerCase()
  return Object.hasOwn(spelled, key) ? spelled[key] : undefined
}

/** The units of options that are numbers, by the field's name. */
const units: readonly [RegExp, (value: number) => string][] = [
  [/(^|_)(duration|seconds|length)(_|$)/, (value) => `${value} s`],
  [/sample_?rate/, (value) => `${value / 1_000} kHz`],
  [/bit_?rate/, (value) => `${value / 1_000} kbit/s`],
]

/**
 * How a person reads an option that has no label, by its field: `GENERAL` is “General”,
 * `portrait_4_3` “Portrait 4:3”, `5` of a duration “5 s”. Ratios, sizes, codes of languages, texts
 * with spaces and names with capitals inside stay as they are.
 */
export function optionName(field: string, option: string | number): string {
  const text = String(option)
  const [, number] = /^(\d+(?:\.\d+)?)s?$/.exec(text) ?? []
  if (number !== undefined) {
    const unit = units.find(([name]) => name.test(field))?.[1]
    return unit ? unit(Number(number)) : text
  }
  if (/^\d+k$/.test(text)) return text.toUpperCase()
  if (/lang|locale/.test(field) || /^\d[\d.:x-]*[a-zA-Z]?$/.test(text)) return text
  if (!/^\w[\w/-]*$/.test(text)) return text
  return text.split('/').map(partName).join(' / ')
}

function partName(text: string): string {
  const [, codec, rate, bits] = /^([a-z]\w*?)_(\d{4,5})(?:_(\d{2,3}))?$/.exec(text) ?? []
  if (codec && rate) {
    const parts = [readableWord(codec, true), `${Number(rate) / 1_000} kHz`]
    return [...parts, ...(bits ? [`${bits} kbit/s`] : [])].join(', ')
  }
  const isShouted = /[A-Z]{3}/.test(text) && !/[a-z]/.test(text) && /[A-Z]{4}|_/.test(text)
  const words = text
    .replace(/_(\d{1,2})_(\d{1,2})$/, ' $1:$2')
    .replace(/([a-z])([A-Z])(?=[a-z])/g, '$1 $2')
    .split(/[\s_]+/)
    .flatMap((word) => (/^[a-z]{3,}(-[a-z]{2,})+$/.test(word) ? word.split('-') : [word]))
    .filter(Boolean)
    .map((word) => (isShouted && !/^[IVX]+$/.test(word) ? word.toLowerCase() : word))
  return readableWords(words)
}

/** The words as the beginning of a sentence: the first one with a capital. */
export function readableWords(words: readonly string[]): string {
  return words.map((word, index) => readableWord(word, index === 0)).join(' ')
}

function readableWord(word: string, isFirst: boolean): string {
  const known = spellingOf(word)
  if (known) return known
  // A word with capitals or numbers inside is a name.
  if (/[A-Z].*[A-Z0-9]|\d/.test(word.slice(1)) || /^[A-Z0-9]+$/.test(word)) return word
  return isFirst ? word.charAt(0).toUpperCase() + word.slice(1).toLowerCase() : word.toLowerCase()
}
