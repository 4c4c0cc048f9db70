import { useLayoutEffect } from 'react'
import type { Kind } from '#core/models/rules/kinds.ts'
import { formPath } from '#web/lib/navigation/creator-paths.ts'
import { navigate, useLocation } from '#web/lib/navigation/location.ts'
import { findForm } from '#web/shared/form-address.ts'
import type { PageProps } from '#web/shared/page.ts'

/** Redirects to the target of the address, with its whole query; going back skips this page. */
export function ForwardPage({ path }: PageProps) {
  const { query, search, hash } = useLocation()
  const target = forwardTarget(path, query)
  useLayoutEffect(() => {
    if (target) navigate(target + search + hash, { replace: true })
  }, [target, search, hash])
  return null
}

type Query = Readonly<Record<string, string>>

/** Addresses that redirect to another page (docs/spec/history.md#pages). */
const targets: Readonly<Record<string, (query: Query) => string>> = {
  '/creator/image-editing': (query) => formOf('image-editing', query, 'image-editing'),
  '/creator/image-generation': (query) =>
    query.mode === 'image-edit'
      ? formOf('image-editing', query, 'image-editing')
      : formOf('image', query, drawn(query)),
  '/creator/video-generation': (query) =>
    formOf('video', query, hasImage(query) ? 'image-to-video' : 'text-to-video'),
}

/** The target of a redirecting address; `undefined` for any other address. */
export function forwardTarget(path: string, query: Query): string | undefined {
  return targets[path]?.(query)
}

/** The form of the model that the address names, otherwise of `usual`. */
function formOf(kind: Kind, query: Query, usual: string): string {
  const name = query.model ?? query.modelId
  const found = name === undefined ? undefined : findForm(kind, name, usual)
  return formPath(
    found ? { generationType: found.generationType, model: found.id } : { generationType: usual },
  )
}

const drawn = (query: Query) =>
  query.mode === 'image-to-image' || (!query.mode && hasImage(query))
    ? 'image-to-image'
    : 'text-to-image'

const hasImage = (query: Query) => Boolean(query.image || query.image_url || query.imageSrc)
