import { presentMedia } from '#core/downloads/present-media.ts'
import { modelOf } from '#core/models/rules/catalogue.ts'
import { escapeHtml } from '#core/pages/html.ts'
import type { OembedView } from '#core/pages/oembed-contract.ts'
import { fill } from '#core/texts/messages/messages.ts'
import type { Language } from '#platform/languages/languages.ts'
import type { SharedWorkView, ShareView } from '../contract.ts'
import { shareMessages } from '../messages.ts'
import type { SharedWork } from '../read-shared.ts'
import { fitInto, sharePath } from '../rules.ts'
import type { ShareWithLikes } from '../share-generation.ts'

/** `origin`: the base of addresses, without a slash at the end. */
export function presentShare(share: ShareWithLikes, origin: string): ShareView {
  const { token, is_listed, shows_settings, likes, created_at } = share
  return {
    ...{ token, is_listed, shows_settings, likes },
    url: origin + sharePath(token),
    created_at: created_at.toISOString(),
  }
}

export function presentShared(work: SharedWork, origin: string): SharedWorkView {
  const { row, outputs, prompt, input, likes, isLiked, publishedAt } = work
  return {
    token: row.token,
    url: origin + sharePath(row.token),
    generation_id: row.id,
    kind: row.kind,
    generation_type: row.generation_type,
    model: row.model,
    model_name: modelOf(row)?.name ?? row.model,
    ...{ prompt, input, likes, is_liked: isLiked, is_sample: row.is_sample },
    files: outputs.map((media) => presentMedia(media, origin)),
    published_at: publishedAt.toISOString(),
  }
}

/** The longest title, in characters. */
const maxTitle = 120

/** The title of a shared work: its prompt where that is shown, else what it is. */
export function titleOf({ prompt, files, model_name }: SharedWorkView, language: Language): string {
  const medium = files[0]?.content_type.split('/')[0]
  const texts = shareMessages[language]
  const text = texts[medium === 'model' ? 'mesh' : isMedium(medium) ? medium : 'image']
  const words = prompt?.replaceAll(/\s+/g, ' ').trim()
  if (!words) return fill(text, { model: model_name })
  const letters = [...words]
  return letters.length > maxTitle ? `${letters.slice(0, maxTitle - 1).join('')}…` : words
}

function isMedium(medium: string | undefined): medium is 'video' | 'audio' {
  return medium === 'video' || medium === 'audio'
}

/** A text about a result, with the label that a model made it. */
export function labelled(text: string, language: Language): string {
  return `${text} · ${shareMessages[language].generated}`
}

/** The size of a player for audio, and of media whose size is unknown, in pixels. */
const audioSize = { width: 480, height: 54 }
const unknownSize = { width: 640, height: 640 }

/** Describes a shared work to a page of another site that embeds it. */
export function presentOembed(
  work: SharedWorkView,
  { maxWidth, maxHeight, origin, title }: OembedOptions,
): OembedView {
  const [file] = work.files
  if (!file) throw new Error(`The shared work ${work.token} has no file`)
  const max = { width: maxWidth ?? Infinity, height: maxHeight ?? Infinity }
  const { width, height } = file
  const isAudio = file.content_type.startsWith('audio/')
  const whole = isAudio ? audioSize : width && height ? { width, height } : unknownSize
  const size = fitInto(whole, max)
  const common = {
    ...{ version: '1.0' as const, title, provider_name: 'Atelier', provider_url: origin },
    ...size,
  }
  const thumbnail = file.thumbnail_url && {
    thumbnail_url: file.thumbnail_url,
    ...prefixed(fitInto(whole, { width: 640, height: Infinity })),
  }
  if (file.content_type.startsWith('image/'))
    return { ...common, ...thumbnail, type: 'photo', url: file.url }
  const name = escapeHtml(title)
  const src = escapeHtml(file.url)
  if (isAudio)
    return {
      ...common,
      type: 'rich',
      html: `<audio controls src="${src}" title="${name}"></audio>`,
    }
  if (file.content_type.startsWith('model/'))
    return { ...common, type: 'rich', html: `<a href="${escapeHtml(work.url)}">${name}</a>` }
  const poster = file.thumbnail_url ? ` poster="${escapeHtml(file.thumbnail_url)}"` : ''
  const attributes = `width="${size.width}" height="${size.height}"${poster} title="${name}"`
  return {
    ...{ ...common, ...thumbnail, type: 'video' },
    html: `<video controls playsinline src="${src}" ${attributes}></video>`,
  }
}

type OembedOptions = {
  /** In pixels. */
  maxWidth: number | undefined
  maxHeight: number | undefined
  origin: string
  title: string
}

function prefixed({ width, height }: { width: number; height: number }) {
  return { thumbnail_width: width, thumbnail_height: height }
}
