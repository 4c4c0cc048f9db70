import { useEffect, useState } from 'react'
import { play } from '../player/use-commands.ts'
import { listen } from '../player/use-playback.ts'

export type FollowingFilmProps = {
  /** What it keeps in step with. */
  sound: HTMLMediaElement | null
  src: string
  contentType: string
  poster?: string | null | undefined
  label: string
}

/** A film without its own sound that goes where a sound goes. A moving picture just moves. */
export function FollowingFilm({ sound, src, contentType, poster, label }: FollowingFilmProps) {
  const [film, setFilm] = useState<HTMLVideoElement | null>(null)
  useEffect(() => (sound && film ? follow(sound, film) : undefined), [sound, film])
  if (contentType.startsWith('image/'))
    return <img src={src} alt={label} className="size-full object-contain" />
  return (
    <video
      ref={setFilm}
      src={src}
      {...(poster && { poster })}
      aria-label={label}
      muted
      playsInline
      preload="metadata"
      className="size-full object-contain"
    />
  )
}

/** Seconds they may be apart; the eye notices about twice as much. */
const tolerance = 0.12

function follow(sound: HTMLMediaElement, film: HTMLVideoElement): () => void {
  const keepUp = () => {
    const there = Math.min(sound.currentTime, film.duration || sound.currentTime)
    if (Math.abs(film.currentTime - there) > tolerance) film.currentTime = there
    if (sound.paused || film.ended) film.pause()
    else if (film.paused) play(film)
  }
  return listen(sound, ['play', 'pause', 'ended', 'seeking', 'seeked', 'timeupdate'], keepUp)
}
