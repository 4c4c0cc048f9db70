import { type CSSProperties, type RefObject, useEffect, useRef, useState } from 'react'
import { m } from '#web/messages/compiled/messages.js'
import { generationTitle } from '#web/shared/record-actions/record-links.ts'
import { comparisonTexts, playerTexts } from '#web/shared/texts.ts'
import { IconButton } from '#web/ui/controls/button.tsx'
import { Pause, Play } from '#web/ui/icons/basic-icons.ts'
import { Volume2, VolumeX } from '#web/ui/icons/media-icons.ts'
import { SplitView } from '#web/ui/media/comparison.tsx'
import { clockText } from '#web/ui/media/player-texts.ts'
import type { ComparedResult } from './compare-page.tsx'
import { type ComparedProps, SideLabel } from './images-compared.tsx'

/** Beyond this distance, in s, the second video is moved to the place of the first. */
const maxDrift = 0.12

type Players = RefObject<(HTMLVideoElement | null)[]>

/** Two videos that play, pause and seek together; the shorter one waits at its end. */
export function VideosCompared({ a, b, layout, labels }: ComparedProps) {
  const players: Players = useRef([null, null])
  const { isPaused, at, duration, loud, toggle, seek, toggleMuted } = useTogether(players)
  const texts = playerTexts()
  const video = (result: ComparedResult, index: 0 | 1) => (
    <video
      ref={(element) => {
        players.current[index] = element
      }}
      src={result.media.url}
      {...(result.media.thumbnail_url && { poster: result.media.thumbnail_url })}
      muted
      playsInline
      preload="auto"
      aria-label={generationTitle(result.generation)}
      className="size-full object-contain"
    />
  )
  return (
    <div className="flex size-full flex-col gap-2">
      <div className="relative min-h-0 flex-1">
        {layout === 'slider' ? (
          <SplitView
            before={video(a, 0)}
            after={video(b, 1)}
            texts={{
              ...comparisonTexts(),
              slider: m.compare_line(),
              before: labels[0],
              after: labels[1],
            }}
          />
        ) : (
          <div className="grid size-full grid-cols-2 gap-2 max-sm:portrait:grid-cols-1 max-sm:portrait:grid-rows-2">
            <figure className="relative min-h-0 min-w-0 bg-stage">
              {video(a, 0)}
              <SideLabel>{labels[0]}</SideLabel>
            </figure>
            <figure className="relative min-h-0 min-w-0 bg-stage">
              {video(b, 1)}
              <SideLabel>{labels[1]}</SideLabel>
            </figure>
          </div>
        )}
      </div>
      <div className="flex items-center gap-2">
        <IconButton
          icon={isPaused ? Play : Pause}
          label={isPaused ? texts.play : texts.pause}
          onClick={toggle}
        />
        <input
          type="range"
          min={0}
          max={duration || 1}
          step={0.05}
          value={at}
          aria-label={texts.seek}
          aria-valuetext={texts.position(clockText(at), clockText(duration))}
          onChange={({ target }) => seek(Number(target.value))}
          className="range-input relative min-w-0 flex-1 rounded-control"
          style={{ '--fill': `${duration > 0 ? (at / duration) * 100 : 0}%` } as CSSProperties}
        />
        <span className="text-small whitespace-nowrap text-quiet tabular-nums">
          {clockText(at)} / {clockText(duration)}
        </span>
        {labels.map((label, index) => (
          <IconButton
            // biome-ignore lint/suspicious/noArrayIndexKey: one for each side
            key={index}
            icon={loud === index ? Volume2 : VolumeX}
            label={m.compare_unmute({ name: label })}
            aria-pressed={loud === index}
            onClick={() => toggleMuted(index)}
          />
        ))}
      </div>
    </div>
  )
}

/** Keeps both videos at one position. At most one of them is heard. */
function useTogether(players: Players) {
  const [isPaused, setPaused] = useState(true)
  const [at, setAt] = useState(0)
  const [duration, setDuration] = useState(0)
  const [loud, setLoud] = useState<number>()
  const both = () => players.current.filter((player) => player !== null)

  useEffect(() => {
    const found = players.current.filter((player) => player !== null)
    const measure = () => setDuration(Math.max(0, ...found.map(lengthOf)))
    for (const player of found) player.addEventListener('loadedmetadata', measure)
    measure()
    return () => {
      for (const player of found) player.removeEventListener('loadedmetadata', measure)
    }
  }, [players])

  useEffect(() => {
    if (isPaused) return
    let frame = 0
    const follow = () => {
      const found = players.current.filter((player) => player !== null)
      const leader = found.toSorted((one, other) => lengthOf(other) - lengthOf(one))[0]
      if (!leader) return
      for (const player of found) {
        const target = Math.min(leader.currentTime, lengthOf(player))
        if (Math.abs(player.currentTime - target) > maxDrift) player.currentTime = target
      }
      setAt(leader.currentTime)
      if (leader.ended) setPaused(true)
      else frame = requestAnimationFrame(follow)
    }
    for (const player of players.current) void player?.play().catch(() => setPaused(true))
    frame = requestAnimationFrame(follow)
    const started = players.current
    return () => {
      cancelAnimationFrame(frame)
      for (const player of started) player?.pause()
    }
  }, [isPaused, players])

  const seek = (to: number) => {
    for (const player of both()) player.currentTime = Math.min(to, lengthOf(player))
    setAt(to)
  }
  return {
    isPaused,
    at,
    duration,
    loud,
    seek,
    toggle: () => {
      if (isPaused && duration > 0 && at >= duration - 0.05) seek(0)
      setPaused(!isPaused)
    },
    toggleMuted: (index: number) => {
      const next = loud === index ? undefined : index
      for (const [place, player] of players.current.entries())
        if (player) player.muted = place !== next
      setLoud(next)
    },
  }
}

const lengthOf = ({ duration }: HTMLVideoElement) => (Number.isFinite(duration) ? duration : 0)
