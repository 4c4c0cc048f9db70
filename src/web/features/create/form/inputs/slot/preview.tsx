import type { ReactNode } from 'react'
import { m } from '#web/messages/compiled/messages.js'
import { FilmPreview } from '#web/ui/files/film-preview.tsx'
import { type Measured, Picture } from '#web/ui/files/picture.tsx'

type PreviewProps = {
  sources: readonly string[]
  isFilm: boolean
  /** The field's name for people. */
  name: string
  onMeasured?: (size: Measured) => void
  otherwise: ReactNode
}

/** As large as it is, at most as wide as the form and not higher than one can see. */
const look = 'block h-auto max-h-64 w-auto max-w-full bg-stage'

/** A given picture or the first frame of a given film, at its own ratio. */
export function Preview({ isFilm, name, ...rest }: PreviewProps) {
  if (!isFilm)
    return <Picture {...rest} alt={m.inputs_picture_alt({ field: name })} className={look} />
  return (
    <FilmPreview
      {...rest}
      label={m.inputs_film_alt({ field: name })}
      texts={{ play: m.inputs_play(), pause: m.inputs_pause() }}
      className={look}
    />
  )
}
